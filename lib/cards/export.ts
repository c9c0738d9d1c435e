import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { batchesOf } from "../page";
import type { CardFilters } from "./filters";
import { type CardSort, type ListedCard, sorted, sortKeyOf } from "./sorted";

const BATCH_CARDS = 1_000;

/**
 * Every card that matches, in the list's order, a batch at a time, for a file that leaves the store:
 * who took it with which filters is in the audit log. Cards that change place meanwhile may be in it
 * twice or not at all.
 */
export async function* exportCards(
  ctx: Ctx,
  { sort = "newest", ...filters }: CardFilters & { sort?: CardSort },
): AsyncGenerator<ListedCard[]> {
  const { merchantId } = ctx;
  await audit(db(), authorOf(ctx), {
    action: "cards.exported",
    subjectId: merchantId,
    details: { sort, filters },
  });
  yield* batchesOf(
    (after, limit, afterKey) =>
      sorted(merchantId, sort, filters, limit, { after, afterKey, offset: 0 }),
    sortKeyOf(sort),
    BATCH_CARDS,
  );
}
