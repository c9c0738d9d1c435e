import { eq } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { env } from "../env";
import { invalid } from "../errors";
import { idleBatch } from "./batch";
import { codesOf, type PrintedCard } from "./codes";
import { boundsOf, type Range, rangeIn } from "./range";

const MAX_CARDS_ON_SHEETS = 500;

export type Sheet = {
  store: string;
  batch: string;
  /** The balance page's URL without its scheme. */
  balancePage: string;
  /** The activation amount of each card, in minor units. */
  amountCents: number | null;
  cards: PrintedCard[];
};

/** Up to 500 cards of a batch with their codes, to print; audited. Refuses: not_found, batch_busy, invalid_request (to). */
export async function printSheet(
  ctx: Ctx,
  { batchId, ...wanted }: Range & { batchId: string },
): Promise<Sheet> {
  const { merchantId } = ctx;
  const batch = await idleBatch(db(), merchantId, batchId);
  const range = rangeIn(batch, wanted);
  const limit = range.to - range.from + 1;
  if (limit > MAX_CARDS_ON_SHEETS) {
    throw invalid("to", `at most ${MAX_CARDS_ON_SHEETS} cards are printed at once`);
  }
  const [store] = await db()
    .select({ name: merchants.name, slug: merchants.slug })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  if (!store) throw new Error("the store is not there");
  const { afterCardId, lastCardId } = await boundsOf(db(), merchantId, batch, range);
  const slice = { after: afterCardId, upTo: lastCardId, limit, firstPlace: range.from };
  const cards = await codesOf(merchantId, batchId, slice);
  await audit(db(), authorOf(ctx), {
    action: "batch.sheet_printed",
    subjectId: batchId,
    details: { name: batch.name, cards: cards.length, ...range },
  });
  return {
    store: store.name,
    batch: batch.name,
    balancePage: `${env().appUrl}/balance/${store.slug}`.replace(/^https?:\/\//, ""),
    amountCents: batch.amountCents,
    cards,
  };
}
