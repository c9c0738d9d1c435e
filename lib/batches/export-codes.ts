import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { batchesOf } from "../page";
import { idleBatch } from "./batch";
import { codesOf, type PrintedCard } from "./codes";

/** A card of the file, with what its batch is to be activated with (minor units). */
export type ExportedCode = PrintedCard & { amountCents: number | null };

/**
 * Every card of a batch with its code, for a printer: who took it and how many cards is in the audit
 * log before the first row leaves. Refuses: not_found, batch_busy.
 */
export async function* exportCodes(
  ctx: Ctx,
  { batchId }: { batchId: string },
): AsyncGenerator<ExportedCode[]> {
  const { merchantId } = ctx;
  const { name, createdCards, amountCents } = await idleBatch(db(), merchantId, batchId);
  await audit(db(), authorOf(ctx), {
    action: "batch.codes_exported",
    subjectId: batchId,
    details: { name, cards: createdCards },
  });
  let firstPlace = 1;
  yield* batchesOf(async (after, limit) => {
    const rows = await codesOf(merchantId, batchId, { after, limit, firstPlace });
    firstPlace += rows.length;
    return rows.map((row) => ({ ...row, amountCents }));
  });
}
