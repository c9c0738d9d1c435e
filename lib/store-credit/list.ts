import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { IS_FROZEN } from "../cards/find";
import type { Ctx } from "../context";
import { emailOrder, emailStartsWith } from "../customers/customers";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { customers } from "../db/schema/consumers";
import { transactions } from "../db/schema/transactions";
import { wallets } from "../db/schema/wallets";
import { AVAILABLE_CENTS } from "../ledger/available";
import { type PageRequest, searchPageOf } from "../page";

type WalletsRequest = Pick<PageRequest, "limit" | "cursor"> & {
  currency?: string | undefined;
  /** The full email address. */
  email?: string | undefined;
  /** The beginning of an email address. */
  q?: string | undefined;
};

const IS_WALLET_CUSTOMER = and(
  eq(customers.merchantId, wallets.merchantId),
  eq(customers.consumerId, wallets.consumerId),
);
const IS_WALLET_CARD = and(eq(cards.merchantId, wallets.merchantId), eq(cards.id, wallets.cardId));

const LAST_MOVEMENT = sql<Date | null>`(select t.created_at from ${transactions} t
  where t.merchant_id = ${wallets.merchantId} and t.card_id = ${wallets.cardId}
  order by t.sequence desc limit 1)`.mapWith((at: string): Date | null => new Date(at));

const COLUMNS = {
  id: wallets.id,
  customerId: customers.id,
  email: customers.email,
  currency: wallets.currency,
  balanceCents: cards.balanceCents,
  availableCents: AVAILABLE_CENTS,
  cardId: cards.id,
  cardStatus: cards.status,
  cardExpiresOn: cards.expiresOn,
  cardFrozen: IS_FROZEN,
  lastMovementAt: LAST_MOVEMENT,
};

/** Lists wallets, newest first, or by email when searching with `q`. Refuses: invalid_request (cursor). */
export async function listWallets(
  { merchantId }: Ctx,
  { limit, cursor, ...filters }: WalletsRequest,
) {
  const { currency, email, q } = filters;
  const list = { list: "wallets", merchantId, ...filters };
  const { items, nextCursor } = await searchPageOf({ limit, cursor }, list, (after, rows) =>
    db()
      .select(COLUMNS)
      .from(wallets)
      .innerJoin(customers, IS_WALLET_CUSTOMER)
      .innerJoin(cards, IS_WALLET_CARD)
      .where(
        and(
          eq(wallets.merchantId, merchantId),
          currency ? eq(wallets.currency, currency) : undefined,
          email ? eq(customers.email, email) : undefined,
          q ? emailStartsWith(customers.email, q) : undefined,
          after ? afterCondition(merchantId, after, q) : undefined,
        ),
      )
      .orderBy(...(q ? [emailOrder(customers.email), desc(wallets.id)] : [desc(wallets.id)]))
      .limit(rows),
  );
  return { items, nextCursor };
}

/** A customer's store credit in one currency, and the card that holds it. */
export type Wallet = Awaited<ReturnType<typeof listWallets>>["items"][number];

const afterCondition = (
  merchantId: string,
  lastId: string,
  q: string | undefined,
): SQL | undefined =>
  q
    ? sql`exists (select from ${wallets} w
        join ${customers} k on k.merchant_id = w.merchant_id and k.consumer_id = w.consumer_id
        where w.merchant_id = ${merchantId} and w.id = ${lastId}
          and (${customers.email} ~>~ k.email
            or ${customers.email} = k.email and ${wallets.id} < w.id))`
    : lt(wallets.id, lastId);
