import { sql } from "drizzle-orm";
import { type Db, db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { wallets } from "@/lib/db/schema/wallets";

/** The sum of spendable balances in one currency, in minor units. */
type Balance = { currency: string; balanceCents: bigint };
/** The balance of the card that holds a consumer's store credit in one currency. */
type CreditBalance = { currency: string; balanceCents: number; cardId: string };

/** What a consumer holds at one store, never summed across currencies. */
export type Holdings = {
  /** Number of gift cards, without store credit cards. */
  cards: number;
  /** Whether the consumer may have more cards than were counted. */
  more: boolean;
  balances: Balance[];
  /** Store credit by currency, each with the card that holds it. */
  storeCredit: CreditBalance[];
  /** When one of their cards last changed; null without cards. */
  lastActivityAt: Date | null;
};

/** Only this many newest cards per consumer are summed. No real customer has more. */
const MAX_CARDS = 1_000;

type Row = {
  owner: string;
  currency: string;
  isCredit: boolean;
  cards: string;
  balance: string;
  lastActivity: string;
  /** The card's id if the row covers a single card, which is always so for store credit. */
  cardId: string;
};

/**
 * What these consumers hold at the merchant, by consumer id. Balances include only cards that can be redeemed
 * today.
 */
export async function holdingsOf(
  merchantId: string,
  consumerIds: string[],
  from: Db = db(),
): Promise<Map<string, Holdings>> {
  const rows = await from.execute<Row>(sql`
    select c.owner_id as owner, c.currency, w.id is not null as "isCredit", count(*) as cards,
      coalesce(sum(c.balance_cents) filter (where c.status = 'active'
        and (c.expires_on is null or c.expires_on >= (time_ahead(m.clock_offset_ms) at time zone m.time_zone)::date)), 0)
        as balance,
      max(c.updated_at) as "lastActivity", (array_agg(c.id))[1] as "cardId"
    from ${merchants} m
    cross join unnest(${`{${consumerIds.join(",")}}`}::uuid[]) as owner
    cross join lateral (select * from ${cards} where merchant_id = m.id and owner_id = owner
      order by id desc limit ${MAX_CARDS}) c
    left join ${wallets} w on w.merchant_id = m.id and w.consumer_id = owner
      and w.currency = c.currency and w.card_id = c.id
    where m.id = ${merchantId}
    group by 1, 2, 3 order by 2`);
  return new Map(
    consumerIds.map((id) => [id, holdingsIn([...rows].filter(({ owner }) => owner === id))]),
  );
}

function holdingsIn(rows: Row[]): Holdings {
  const [gifts, credits] = [
    rows.filter((row) => !row.isCredit),
    rows.filter((row) => row.isCredit),
  ];
  const count = (some: Row[]) => some.reduce((sum, row) => sum + Number(row.cards), 0);
  const times = rows.map(({ lastActivity }) => new Date(lastActivity).getTime());
  return {
    cards: count(gifts),
    more: count(rows) === MAX_CARDS,
    balances: gifts.map(({ currency, balance }) => ({ currency, balanceCents: BigInt(balance) })),
    storeCredit: credits.map(({ currency, balance, cardId }) => ({
      currency,
      balanceCents: Number(balance),
      cardId,
    })),
    lastActivityAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}
