import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { batchesOf, type PageRequest, searchPageOf } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { customers } from "@/lib/db/schema/consumers";
import { transactions } from "@/lib/db/schema/transactions";
import { wallets } from "@/lib/db/schema/wallets";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { IS_FROZEN } from "@/lib/domain/cards/find";
import { customerMatches, EMAIL_ORDER } from "@/lib/domain/customers/search";
import { AVAILABLE_CENTS } from "@/lib/ledger/post/available";

type WalletFilters = {
  currency?: string | undefined;
  /** The full email address. */
  email?: string | undefined;
  /** Any part of the customer's email address or name. */
  q?: string | undefined;
};
type WalletsRequest = Pick<PageRequest, "limit" | "cursor"> & WalletFilters;

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
  name: customers.name,
  currency: wallets.currency,
  balanceCents: cards.balanceCents,
  availableCents: AVAILABLE_CENTS,
  cardId: cards.id,
  cardStatus: cards.status,
  cardExpiresOn: cards.expiresOn,
  cardFrozen: IS_FROZEN,
  lastMovementAt: LAST_MOVEMENT,
};

/** Up to `limit` of the merchant's matching wallets, after the one with this id. */
const selectWallets = (
  from: Db,
  merchantId: string,
  { currency, email, q }: WalletFilters,
  after: string | null,
  limit: number,
) =>
  from
    .select(COLUMNS)
    .from(wallets)
    .innerJoin(customers, IS_WALLET_CUSTOMER)
    .innerJoin(cards, IS_WALLET_CARD)
    .where(
      and(
        eq(wallets.merchantId, merchantId),
        currency ? eq(wallets.currency, currency) : undefined,
        email ? eq(customers.email, email) : undefined,
        q ? customerMatches(q) : undefined,
        after ? afterCondition(merchantId, after, q) : undefined,
      ),
    )
    .orderBy(...(q ? [EMAIL_ORDER, desc(wallets.id)] : [desc(wallets.id)]))
    .limit(limit);

/** Lists wallets, newest first, or by email when searching with `q`. Refuses: invalid_request (cursor). */
export async function listWallets(
  { merchantId }: Ctx,
  { limit, cursor, ...filters }: WalletsRequest,
) {
  const list = { list: "wallets", merchantId, ...filters };
  const { items, nextCursor } = await searchPageOf({ limit, cursor }, list, (after, rows) =>
    selectWallets(db(), merchantId, filters, after, rows),
  );
  return { items, nextCursor };
}

/**
 * Streams all matching wallets in batches, in the list's order, for export. The audit log records who exports
 * with which filters.
 */
export async function* exportWallets(ctx: Ctx, filters: WalletFilters): AsyncGenerator<Wallet[]> {
  const { merchantId } = ctx;
  await audit(db(), authorOf(ctx), {
    action: "store_credit.exported",
    subjectId: merchantId,
    details: { filters },
  });
  yield* batchesOf((after, limit) =>
    readFromReplica((from) => selectWallets(from, merchantId, filters, after, limit)),
  );
}

/** A customer's store credit in one currency, and the card that holds it. */
export type Wallet = Awaited<ReturnType<typeof selectWallets>>[number];

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
