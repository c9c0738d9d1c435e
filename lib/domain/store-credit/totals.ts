import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { wallets } from "@/lib/db/schema/wallets";

export type CreditTotal = { currency: string; wallets: number; balanceCents: bigint };

/** The most wallets that one request adds up. */
const MAX_WALLETS = 10_000;

/** Outstanding store credit by currency; null if the merchant has too many wallets. */
export async function creditTotals({ merchantId }: Ctx): Promise<CreditTotal[] | null> {
  const rows = await db().execute<{ currency: string; wallets: string; balance: string }>(sql`
    select w.currency, count(*) as wallets,
      coalesce(sum(c.balance_cents) filter (where c.status = 'active'), 0) as balance
    from (select currency, card_id from ${wallets} where merchant_id = ${merchantId}
      limit ${MAX_WALLETS + 1}) w
    -- Each card by its key: joined at once, Postgres would read all cards of the merchant.
    cross join lateral (select status, balance_cents from ${cards}
      where merchant_id = ${merchantId} and id = w.card_id limit 1) c
    group by 1 order by 1`);
  const totals = [...rows].map((row) => ({
    currency: row.currency,
    wallets: Number(row.wallets),
    balanceCents: BigInt(row.balance),
  }));
  const all = totals.reduce((sum, total) => sum + total.wallets, 0);
  return all > MAX_WALLETS ? null : totals;
}
