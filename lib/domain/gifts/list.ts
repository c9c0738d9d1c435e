import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "@/lib/base/context";
import { batchesOf, type PageRequest, searchPageOf } from "@/lib/base/page";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { customers } from "@/lib/db/schema/consumers";
import { gifts } from "@/lib/db/schema/gifts";
import { findCustomer } from "@/lib/domain/customers/customers";
import type { Transaction } from "@/lib/ledger/post/records";

type GiftFilters = {
  status?: (typeof gifts.$inferSelect)["status"] | undefined;
  /** The sender or the recipient. */
  customerId?: string | undefined;
};
type GiftsRequest = Pick<PageRequest, "limit" | "cursor"> & GiftFilters;

const settledCards = alias(cards, "settled_cards");

/** Selects gifts with their cards and sender. `where` must filter by store. */
const selectGifts = (from: Db, where: SQL | undefined) =>
  from
    .select({
      id: gifts.id,
      status: gifts.status,
      amountCents: gifts.amountCents,
      currency: gifts.currency,
      recipientEmail: gifts.recipientEmail,
      senderName: gifts.senderName,
      recipientName: gifts.recipientName,
      design: gifts.design,
      cardId: gifts.cardId,
      settledCardId: gifts.settledCardId,
      deliverAt: gifts.deliverAt,
      expiresAt: gifts.expiresAt,
      settledAt: gifts.settledAt,
      createdAt: gifts.createdAt,
      cardLast4: cards.codeLast4,
      senderEmail: customers.email,
      customerId: customers.id,
      settledCardLast4: settledCards.codeLast4,
    })
    .from(gifts)
    .innerJoin(cards, and(eq(cards.merchantId, gifts.merchantId), eq(cards.id, gifts.cardId)))
    .leftJoin(
      settledCards,
      and(eq(settledCards.merchantId, gifts.merchantId), eq(settledCards.id, gifts.settledCardId)),
    )
    .innerJoin(
      customers,
      and(eq(customers.merchantId, gifts.merchantId), eq(customers.consumerId, gifts.senderId)),
    )
    .where(where);

/** A gift as shown to the store: without the message, which only the recipient can read. */
export type ListedGift = Awaited<ReturnType<typeof selectGifts>>[number];

/** Reads pages of the matching gifts, newest first. Refuses: not_found (the customer). */
async function giftReader(merchantId: string, { status, customerId }: GiftFilters) {
  const customer = customerId ? await findCustomer(merchantId, customerId) : null;
  const matching = and(
    eq(gifts.merchantId, merchantId),
    status ? eq(gifts.status, status) : undefined,
    customer
      ? or(eq(gifts.senderId, customer.consumerId), eq(gifts.recipientEmail, customer.email))
      : undefined,
  );
  return (after: string | null, limit: number) =>
    readFromReplica((from) =>
      selectGifts(from, and(matching, after ? lt(gifts.id, after) : undefined))
        .orderBy(desc(gifts.id))
        .limit(limit),
    );
}

/** Lists the store's gifts, newest first. Refuses: not_found (the customer), invalid_request (cursor). */
export async function listGifts(
  { merchantId }: Ctx,
  { limit, cursor, status, customerId }: GiftsRequest,
) {
  const list = { list: "gifts", merchantId, status, customerId };
  const read = await giftReader(merchantId, { status, customerId });
  const { items, nextCursor } = await searchPageOf({ limit, cursor }, list, read);
  return { items, nextCursor };
}

/** All gifts of the store, or those with a status, newest first and in batches. */
export async function* giftBatches(
  { merchantId }: Ctx,
  { status }: Pick<GiftsRequest, "status">,
): AsyncGenerator<ListedGift[]> {
  yield* batchesOf(await giftReader(merchantId, { status }));
}

/** Finds the gift that a movement sent, accepted or returned. Null for any other movement. */
export async function giftOfMovement(
  merchantId: string,
  { id, type }: Pick<Transaction, "id" | "type">,
): Promise<ListedGift | null> {
  if (type !== "gift_sent" && type !== "gift_received") return null;
  const side = type === "gift_sent" ? gifts.transactionId : gifts.settledTransactionId;
  const [gift] = await selectGifts(db(), and(eq(gifts.merchantId, merchantId), eq(side, id)));
  return gift ?? null;
}

/** Totals of pending gifts by currency. The store owes this money, although it is not on a card. */
export const escrowTotals = ({ merchantId }: Pick<Ctx, "merchantId">, conn: Db | Tx = db()) =>
  conn
    .select({
      currency: gifts.currency,
      gifts: sql<number>`count(*)`.mapWith(Number),
      amountCents: sql<bigint>`sum(${gifts.amountCents})`.mapWith(BigInt),
    })
    .from(gifts)
    .where(and(eq(gifts.merchantId, merchantId), eq(gifts.status, "pending")))
    .groupBy(gifts.currency)
    .orderBy(gifts.currency);
