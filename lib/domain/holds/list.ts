import { and, desc, eq, lt } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { db } from "@/lib/db/client/client";
import { holds } from "@/lib/db/schema/holds";
import { findCard } from "@/lib/domain/cards/find";
import { findHold, type Hold, type HoldStatus, SHOWN_STATUS, selectHolds } from "./hold";

/** A hold (design, section 11). Refuses: not_found. */
export const readHold = async ({ merchantId }: Ctx, { holdId }: { holdId: string }) => ({
  hold: await findHold(merchantId, holdId),
});

type HoldsOfCard = PageRequest & { cardId: string; status?: HoldStatus | undefined };

/** The holds of a card, newest first. Refuses: not_found (the card), invalid_request (the cursor). */
export async function listHolds(
  { merchantId }: Ctx,
  { limit, offset, cursor, cardId, status }: HoldsOfCard,
): Promise<Page<Hold>> {
  found(await findCard(merchantId, cardId));
  const matching = and(
    eq(holds.merchantId, merchantId),
    eq(holds.cardId, cardId),
    status ? eq(SHOWN_STATUS, status) : undefined,
  );
  return await pageOf(
    { limit, offset, cursor },
    { list: "holds", merchantId, cardId, status },
    (after, rows, skipped) =>
      selectHolds(db(), and(matching, after ? lt(holds.id, after) : undefined))
        .orderBy(desc(holds.id))
        .limit(rows)
        .offset(skipped),
    () => db().$count(holds, matching),
  );
}
