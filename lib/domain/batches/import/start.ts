import { seal, unseal } from "@/lib/base/config/secrets";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { sumsByCurrency } from "@/lib/base/money";
import type { Tx } from "@/lib/db/client/client";
import { importSlices } from "@/lib/db/schema/batches";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { type Batch, insertBatch } from "@/lib/domain/batches/batch";
import { operation, storedResponse } from "@/lib/ledger/post/operation";
import type { CardType } from "@/lib/ledger/post/records";
import { checkFile, type ImportFile } from "./check";
import type { ImportRow } from "./read-row";

export type NewImport = ImportFile & {
  name: string;
  cardType: CardType;
  /** The number of valid cards that the user confirmed after the check. */
  cards: number;
};

/**
 * Queues the import of a file's valid rows, which are stored encrypted until then. Refuses:
 * invalid_request (csv; cards, if the check now finds a different number), rate_limited.
 */
export async function startImport(ctx: Ctx, newImport: NewImport): Promise<{ batch: Batch }> {
  requireScope(ctx, "store:manage");
  // A repeated request must not be checked again: its codes may be taken by now.
  const earlier = await storedResponse<{ batch: Batch }>(ctx);
  if (earlier) return earlier;
  const { good, guessability } = await checkFile(ctx, newImport);
  if (good.length !== newImport.cards || good.length === 0) {
    throw invalidField(
      "cards",
      `the number of valid cards is now ${good.length}; check the file again`,
    );
  }
  return operation(ctx, (tx) =>
    insertImport(ctx, tx, { ...newImport, hasGuessableCodes: guessability.reason !== null }, good),
  );
}

async function insertImport(
  ctx: Ctx,
  tx: Tx,
  { name, cardType, hasGuessableCodes }: NewImport & { hasGuessableCodes: boolean },
  good: ImportRow[],
) {
  const { merchantId } = ctx;
  const currencies = new Set(good.map(({ currency }) => currency));
  const [only = null] = currencies.size === 1 ? currencies : [];
  const what = {
    name,
    cardType,
    source: "import",
    currency: only,
    quantity: good.length,
    hasGuessableCodes,
  } as const;
  const { batch, runId } = await insertBatch(ctx, tx, what);
  for (let start = 0, number = 0; start < good.length; start += IMPORT_SLICE_CARDS, number++) {
    const rows = good.slice(start, start + IMPORT_SLICE_CARDS);
    const sealedRows = sealRows({ merchantId, runId, number }, rows);
    await tx.insert(importSlices).values({ merchantId, runId, number, sealedRows });
  }
  const amounts = sumsByCurrency(good.map((row) => [row.currency, row.balanceCents]));
  await audit(tx, authorOf(ctx), {
    action: "batch.imported",
    subjectId: batch.id,
    details: { name, cards: good.length, amounts },
  });
  return { batch };
}

// Small, because every row of a slice is a movement in one commit.
const IMPORT_SLICE_CARDS = 100;

type Slice = { merchantId: string; runId: string; number: number };

const sealContextOf = ({ merchantId, runId, number }: Slice) => `${merchantId}:${runId}:${number}`;

/** Encrypts the rows until they are imported, because they contain card codes. */
const sealRows = (slice: Slice, rows: ImportRow[]): string =>
  seal("import", sealContextOf(slice), JSON.stringify(rows));

export const unsealRows = (slice: Slice, sealed: string): ImportRow[] =>
  JSON.parse(unseal("import", sealContextOf(slice), sealed));
