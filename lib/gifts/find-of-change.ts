import { and, eq, isNull, type SQL } from "drizzle-orm";
import { gifts } from "../db/schema/gifts";
import type { Transaction } from "../ledger/records";
import { type ListedGift, selectGifts } from "./list";

type Change = {
  cardId: string;
  sequence: number;
  /** What moved with it; a gift that comes back has none. */
  moved: Pick<Transaction, "id" | "type"> | null;
};

/** The gift that a change of a card sent, received or brought back; null for any other change. */
export async function giftOfChange(merchantId: string, change: Change): Promise<ListedGift | null> {
  const which = whichOf(change);
  if (!which) return null;
  const [gift] = await selectGifts()
    .where(and(eq(gifts.merchantId, merchantId), which))
    .limit(1);
  return gift ?? null;
}

function whichOf({ cardId, sequence, moved }: Change): SQL | undefined {
  const settledHere = eq(gifts.settledCardId, cardId);
  if (!moved) return and(settledHere, eq(gifts.returnedSequence, sequence));
  if (moved.type === "gift_sent") return eq(gifts.transactionId, moved.id);
  // A gift that is received opens a card of its own.
  if (moved.type === "gift_received") return and(settledHere, isNull(gifts.returnedSequence));
  return undefined;
}
