import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { currentBucket } from "@/lib/db/client/buckets";
import type { Tx } from "@/lib/db/client/client";
import { listBuckets, switchBucket } from "@/lib/db/client/in-buckets";
import type { batchRuns } from "@/lib/db/schema/batches";
import { cardNotes, cardPins } from "@/lib/db/schema/cards";
import type { ImportRow } from "@/lib/domain/batches/import/read-row";
import { unsealRows } from "@/lib/domain/batches/import/start";
import {
  codeColumns,
  codeHmacs,
  generateCode,
  parseCode,
  storeCodeHmacs,
} from "@/lib/domain/cards/code";
import { EVENTS_BY_CHANGE, MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { pinColumns } from "@/lib/domain/cards/pin";
import { moveMany } from "@/lib/ledger/post/move";
import type { CardStatus } from "@/lib/ledger/post/records";
import type { RunKind } from "./batch";

export type RunRow = typeof batchRuns.$inferSelect;

/** The number of cards a slice changed and skipped. The next slice starts after `lastCardId`. */
export type Progress = { done: number; skipped: number; lastCardId?: string };

/** Runs the next slice in the transaction that also saves its progress. */
type RunSlice = (ctx: Ctx, tx: Tx, run: RunRow) => Promise<Progress>;

// Encrypting this many codes blocks the process for about 10 ms.
const CREATE_SLICE_CARDS = 250;
// A redemption of one of these cards waits for the slice, which takes about 0.1 s.
const CHANGE_SLICE_CARDS = 100;

/** Codes that already exist are replaced in the next slice. */
const createCards: RunSlice = async (_ctx, tx, run) => {
  const length = Math.min(CREATE_SLICE_CARDS, run.total - run.done);
  const newCards = Array.from({ length }, () => ({ id: newId(), code: generateCode() }));
  const created = await insertCards(tx, run, newCards);
  return { done: created.size, skipped: 0 };
};

type NewCard = { id: string; code: string; currency?: string; ownerId?: string | undefined };

/** Inserts inactive cards without a balance. Returns the ids of those whose code was not taken. */
async function insertCards(
  tx: Tx,
  { merchantId, batchId }: RunRow,
  newCards: NewCard[],
): Promise<Set<string>> {
  const stored = newCards.map(({ id, code, currency, ownerId }) => {
    const { codeHmac: _hmac, ...sealed } = codeColumns(merchantId, id, code);
    const [hmac, ...formerHmacs] = storeCodeHmacs(merchantId, code).map((one) =>
      one.toString("hex"),
    );
    return { id, currency, ownerId, hmac, formerHmacs, ...sealed };
  });
  const inserted = await tx.execute<{ id: string }>(sql`
    with new_cards as (
      select b.merchant_id, c.id, decode(c.hmac, 'hex') as code_hmac, c."sealedCode", c."codeLast4",
        coalesce(c.currency, b.currency) as currency, b.card_type, c."ownerId" as owner_id,
        b.id as batch_id
      from batches b, json_to_recordset(${JSON.stringify(stored)}::json)
        as c (id uuid, hmac text, "formerHmacs" text[], "sealedCode" text, "codeLast4" text,
          currency text, "ownerId" uuid)
      where b.merchant_id = ${merchantId} and b.id = ${batchId}
        and not exists (select from unnest(c."formerHmacs") as former (hmac)
          join cards k on k.code_hmac = decode(former.hmac, 'hex'))
    )
    insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
        card_type, owner_id, batch_id)
      select merchant_id, id, code_hmac, "sealedCode", "codeLast4", currency, 'inactive', card_type,
        owner_id, batch_id
      from new_cards
      -- In one order, so that two imports of the same codes don't deadlock.
      order by code_hmac
      on conflict (code_hmac) do nothing
      returning id`);
  return new Set(inserted.map(({ id }) => id));
}

/** Inserts the next imported rows as cards with balances. Skips codes taken since the check. */
const importCards: RunSlice = async (ctx, tx, run) => {
  const rows = await takeRows(tx, run);
  const taken = await takenElsewhere(tx, rows);
  const free = rows.filter(({ code }) => !taken.has(code));
  const owners = await findOrCreateOwners(tx, free);
  const newCards = free.map((row) => ({
    ...row,
    id: newId(),
    ownerId: isUnsold(row) ? owners.get(row.email ?? "") : undefined,
  }));
  const ids = await insertCards(tx, run, newCards);
  const created = newCards.filter(({ id }) => ids.has(id));
  const sold = created.filter((row) => !isUnsold(row));
  await insertPins(tx, run, created);
  await insertNotes(tx, run, created.filter(isUnsold));
  // No email: the customers already have these cards.
  const activation = { ...MOVEMENT_POLICIES.importedBalance, silent: true };
  const movements = sold.map(({ id, balanceCents, note, email }) => ({
    ...activation,
    cardId: id,
    amountCents: balanceCents,
    note: note ?? undefined,
    ownerEmail: email ?? undefined,
  }));
  if (movements.length > 0) await moveMany(ctx, tx, movements);
  await keepExpiryDates(tx, run, created);
  return { done: created.length, skipped: rows.length - created.length };
};

const isUnsold = ({ balanceCents }: ImportRow) => balanceCents === 0;

/** The customers of these rows by email, including those of sold cards, to whom their movements give them. */
async function findOrCreateOwners(tx: Tx, rows: ImportRow[]): Promise<Map<string, string>> {
  // In one order and before the cards, so that two imports of the same new customers don't deadlock.
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))].sort();
  const consumers = JSON.stringify(emails.map((email) => ({ id: newId(), email })));
  const owners = await tx.execute<{ id: string; email: string }>(sql`
    select consumer_for(w.id, w.email) as id, w.email
    from json_to_recordset(${consumers}::json) as w (id uuid, email text)`);
  return new Map(owners.map(({ id, email }) => [email, id]));
}

/** An arbitrary number that no other advisory lock uses. */
const IMPORT_LOCK = 7_274_137;

/**
 * Those of these codes that cards in other buckets have. Only of codes in our format: a code of another provider can be
 * at several stores.
 */
async function takenElsewhere(tx: Tx, rows: ImportRow[]): Promise<Set<string>> {
  const codeByHmac = new Map(
    rows.flatMap(({ code }) =>
      parseCode(code) ? codeHmacs(code).map((hmac) => [hmac.toString("hex"), code] as const) : [],
    ),
  );
  const others = (await listBuckets()).filter((bucket) => bucket !== currentBucket());
  const taken = new Set<string>();
  if (codeByHmac.size === 0 || others.length === 0) return taken;
  // So that two imports don't find the same code free at the same time.
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
  const hmacs = sql.param([...codeByHmac.keys()]);
  for (const bucket of others) {
    const found = await switchBucket(tx, { bucket }, () =>
      tx.execute<{ hmac: string }>(sql`select encode(code_hmac, 'hex') as hmac from cards
        where code_hmac in (select decode(hex, 'hex') from unnest(${hmacs}::text[]) hex)`),
    );
    for (const { hmac } of found) taken.add(codeByHmac.get(hmac) ?? "");
  }
  return taken;
}

async function insertPins(tx: Tx, { merchantId }: RunRow, created: (ImportRow & { id: string })[]) {
  const pins = created.flatMap(({ id, pin }) => (pin ? [pinColumns({ merchantId, id }, pin)] : []));
  if (pins.length > 0) await tx.insert(cardPins).values(pins);
}

/** A card without a balance has no movement to carry its note, so the note is the team's. */
async function insertNotes(
  tx: Tx,
  { merchantId }: RunRow,
  unsold: (ImportRow & { id: string })[],
): Promise<void> {
  const notes = unsold.flatMap(({ id, note }) => (note ? [{ merchantId, cardId: id, note }] : []));
  if (notes.length > 0) await tx.insert(cardNotes).values(notes);
}

async function takeRows(tx: Tx, { merchantId, id }: RunRow): Promise<ImportRow[]> {
  const [next] = await tx.execute<{ number: number; sealedRows: string }>(sql`
    delete from import_slices where merchant_id = ${merchantId} and run_id = ${id} and number = (
      select min(number) from import_slices where merchant_id = ${merchantId} and run_id = ${id})
    returning number, sealed_rows as "sealedRows"`);
  if (!next) throw new Error("an import has cards left, and there are no rows");
  return unsealRows({ merchantId, runId: id, number: next.number }, next.sealedRows);
}

/** Sets the other provider's expiration dates in place of the store's default. */
async function keepExpiryDates(
  tx: Tx,
  { merchantId }: RunRow,
  created: (ImportRow & { id: string })[],
): Promise<void> {
  const dates = created.flatMap(({ id, expiresOn }) =>
    expiresOn ? [{ id, date: expiresOn }] : [],
  );
  if (dates.length === 0) return;
  await tx.execute(sql`update cards set expires_on = e.date
    from json_to_recordset(${JSON.stringify(dates)}::json) as e (id uuid, date date)
    where merchant_id = ${merchantId} and cards.id = e.id`);
}

const activateCards: RunSlice = (ctx, tx, run) =>
  eachUnsold(tx, run, async (cardIds) => {
    const { amountCents, note } = run;
    if (amountCents === null) throw new Error("an activation has no amount");
    // Another amount than the batch's was allowed when the run was started.
    const sale = { amountCents, anyAmount: true, note: note ?? undefined };
    const activation = { ...MOVEMENT_POLICIES.activation, ...sale };
    const movements = cardIds.map((cardId) => ({ ...activation, cardId }));
    await moveMany(ctx, tx, movements);
  });

const voidCards: RunSlice = (ctx, tx, run) =>
  eachUnsold(tx, run, async (cardIds) => {
    const voided = JSON.stringify(cardIds.map((id) => ({ id, cause: newId() })));
    await tx.execute(sql`
      update cards set status = 'disabled', sequence = sequence + 1, updated_at = statement_timestamp()
      where merchant_id = ${ctx.merchantId}
        and id in (select v.id from json_to_recordset(${voided}::json) as v (id uuid))`);
    const [row] = await tx.execute<{ deliveries: number }>(sql`
      select sum(emit(row(c.*)::cards, (select email from consumers where id = c.owner_id), v.cause, null, 0,
        ${`{${EVENTS_BY_CHANGE.disabled.join(",")}}`}::text[]))::int as deliveries
      from json_to_recordset(${voided}::json) as v (id uuid, cause uuid)
      join cards c on c.merchant_id = ${ctx.merchantId} and c.id = v.id`);
    ctx.reply.queuedWork ||= (row?.deliveries ?? 0) > 0;
  });

/** Applies `change` to the unsold cards among the run's next cards. */
async function eachUnsold(
  tx: Tx,
  run: RunRow,
  change: (cardIds: string[]) => Promise<unknown>,
): Promise<Progress> {
  const { merchantId, batchId, afterCardId, lastCardId } = run;
  // In id order, like every other lock on cards, to avoid deadlocks.
  const next = await tx.execute<{ id: string; status: CardStatus }>(sql`
    select id, status from cards where merchant_id = ${merchantId} and batch_id = ${batchId}
      ${afterCardId ? sql`and id > ${afterCardId}` : sql``}
      ${lastCardId ? sql`and id <= ${lastCardId}` : sql``}
    order by id limit ${CHANGE_SLICE_CARDS} for no key update`);
  const unsold = next.filter(({ status }) => status === "inactive").map(({ id }) => id);
  if (unsold.length > 0) await change(unsold);
  const last = next.at(-1);
  if (!last) throw new Error("a run has cards left, and there are none");
  return { done: unsold.length, skipped: next.length - unsold.length, lastCardId: last.id };
}

export const SLICE_BY_RUN_KIND: Record<RunKind, RunSlice> = {
  create: createCards,
  import: importCards,
  activate: activateCards,
  void: voidCards,
};
