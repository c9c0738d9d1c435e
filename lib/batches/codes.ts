import { and, asc, eq, gt, lte } from "drizzle-orm";
import { openCode } from "../cards/code";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import type { CardStatus } from "../ledger/records";

/** A card as it goes to a printer: its place in the batch, and its code in fours. */
export type PrintedCard = {
  id: string;
  place: number;
  code: string;
  currency: string;
  status: CardStatus;
};

type Stretch = { after: string | null; upTo?: string; limit: number; firstPlace: number };

/** Up to `limit` cards of a batch with their codes, in the order of their places. */
export async function codesOf(
  merchantId: string,
  batchId: string,
  { after, upTo, limit, firstPlace }: Stretch,
): Promise<PrintedCard[]> {
  const rows = await db()
    .select({
      id: cards.id,
      merchantId: cards.merchantId,
      sealedCode: cards.sealedCode,
      currency: cards.currency,
      status: cards.status,
    })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, merchantId),
        eq(cards.batchId, batchId),
        after ? gt(cards.id, after) : undefined,
        upTo ? lte(cards.id, upTo) : undefined,
      ),
    )
    .orderBy(asc(cards.id))
    .limit(limit);
  return rows.map((row, index) => ({
    id: row.id,
    place: firstPlace + index,
    code: openCode(row),
    currency: row.currency,
    status: row.status,
  }));
}
