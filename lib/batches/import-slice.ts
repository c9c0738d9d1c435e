import { and, asc, eq, sql } from "drizzle-orm";
import { MOVEMENTS } from "../cards/movements";
import type { Tx } from "../db/client";
import { importSlices } from "../db/schema/batches";
import { newId } from "../ids";
import { moveMany } from "../ledger/move";
import type { ImportRow } from "./import/check-rows";
import { openRows } from "./import/rows";
import { insertCards } from "./insert-cards";
import type { RunRow, Slice } from "./slice";

/**
 * Makes the cards of the next rows of a file, and loads each with its balance. A code that was taken
 * since the check is left out.
 */
export const importSlice: Slice = async (ctx, tx, run) => {
  const rows = await takeRows(tx, run);
  const wanted = rows.map((row) => ({ ...row, id: newId() }));
  const ids = await insertCards(tx, run, wanted);
  const made = wanted.filter(({ id }) => ids.has(id));
  const held = made.filter(({ balanceCents }) => balanceCents > 0);
  // Their owners have had them all along, and are not told of a new card.
  const activation = { ...MOVEMENTS.activation, source: "import", silent: true };
  const movements = held.map(({ id, balanceCents, note, email }) => ({
    ...activation,
    cardId: id,
    amountCents: balanceCents,
    note: note ?? undefined,
    ownerEmail: email ?? undefined,
  }));
  if (movements.length > 0) await moveMany(ctx, tx, movements);
  await keepEnds(tx, run, held);
  return { done: made.length, skipped: rows.length - made.length };
};

async function takeRows(tx: Tx, { merchantId, id }: RunRow): Promise<ImportRow[]> {
  const own = and(eq(importSlices.merchantId, merchantId), eq(importSlices.runId, id));
  const [next] = await tx
    .select()
    .from(importSlices)
    .where(own)
    .orderBy(asc(importSlices.number))
    .limit(1);
  if (!next) throw new Error("an import has cards left, and there are no rows");
  await tx.delete(importSlices).where(and(own, eq(importSlices.number, next.number)));
  return openRows(next, next.sealedRows);
}

type Made = ImportRow & { id: string };

/** A card keeps the end that the other provider gave it, instead of the store's usual one. */
async function keepEnds(tx: Tx, { merchantId }: RunRow, made: Made[]): Promise<void> {
  const ending = made.flatMap(({ id, expiresOn }) => (expiresOn ? [{ id, date: expiresOn }] : []));
  if (ending.length === 0) return;
  await tx.execute(sql`update cards set expires_on = e.date
    from json_to_recordset(${JSON.stringify(ending)}::json) as e (id uuid, date date)
    where merchant_id = ${merchantId} and cards.id = e.id`);
}
