import { and, eq, inArray, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Db, db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { customers } from "@/lib/db/schema/consumers";
import { gifts } from "@/lib/db/schema/gifts";
import { transactions } from "@/lib/db/schema/transactions";
import { namesOf } from "@/lib/domain/audit/actors";
import { IS_FROZEN } from "@/lib/domain/cards/find";
import { REPLACEMENT_SOURCE } from "@/lib/domain/cards/movements";
import { otherEndsOf, type TransferEnd } from "@/lib/domain/transfers/read";
import type { CardStatus, CounterAccount, Transaction } from "@/lib/ledger/post/records";
import { TRANSACTION_COLUMNS } from "./list-transactions";

export const MOVEMENT_COLUMNS = {
  ...TRANSACTION_COLUMNS,
  account: transactions.counterAccount,
  actor: transactions.actor,
  requestId: transactions.requestId,
};

export type MovementRow = Transaction & {
  account: CounterAccount;
  actor: string;
  requestId: string;
};

/** A transaction as the store sees it, with its card and who made it. */
export type Movement = MovementRow & {
  card: {
    last4: string;
    status: CardStatus;
    expiresOn: string | null;
    frozen: boolean;
    ownerEmail: string | null;
    customerId: string | null;
  };
  /** The name of the key, the person or the consumer; null if there is none. */
  actorName: string | null;
  /** For a gift that was returned to the card: why it was returned. */
  returned: GiftReturn | null;
  /** For a balance that moved because a card was replaced: the other card. */
  otherCard: OtherCard | null;
  /** For a transfer between stores: the card at the other one. */
  otherEnd: TransferEnd | null;
  /** For a refund or a reversal: what it refunds or reverses. */
  original: { amountCents: number } | null;
} & Returned;

/** What was returned of a movement (minor units), without refunds that were reversed. */
type Returned = { refundedCents: number; isReversed: boolean };

type OtherCard = { id: string; last4: string };

export type GiftReturn = Pick<typeof gifts.$inferSelect, "status" | "recipientEmail">;

/** Adds the cards, the actors' names, and what became of each movement. Looks up each once, by its id. */
export async function withNames(
  merchantId: string,
  rows: MovementRow[],
  from: Db = db(),
): Promise<Movement[]> {
  if (rows.length === 0) return [];
  const [cardById, names, returnById, otherOf, endById, originalById, returnedById] =
    await Promise.all([
      cardsOf(from, merchantId, [...new Set(rows.map(({ cardId }) => cardId))]),
      namesOf(merchantId, rows, from),
      returnsOf(merchantId, rows, from),
      otherCardsOf(from, merchantId, rows),
      otherEndsOf(merchantId, idsOfTransfers(rows), from),
      originalsOf(from, merchantId, rows),
      returnedOf(from, merchantId, rows),
    ]);
  return rows.map((row) => {
    const card = cardById.get(row.cardId);
    if (!card) throw new Error("a transaction without its card");
    const actorName = names.get(row.actor) ?? null;
    const returned = returnById.get(row.id) ?? null;
    const otherEnd = endById.get(row.id) ?? null;
    const original = originalById.get(row.originalTransactionId ?? null) ?? null;
    return {
      ...row,
      card,
      actorName,
      returned,
      otherCard: otherOf(row),
      otherEnd,
      original,
      ...(returnedById.get(row.id) ?? NOT_RETURNED),
    };
  });
}

/** The ids of movements that may belong to a transfer between stores. */
export const idsOfTransfers = (rows: Pick<Transaction, "id" | "transferId">[]): string[] =>
  rows.filter(({ transferId }) => transferId).map(({ id }) => id);

async function cardsOf(
  from: Db,
  merchantId: string,
  ids: string[],
): Promise<Map<string, Movement["card"]>> {
  const rows = await from
    .select({
      id: cards.id,
      last4: cards.codeLast4,
      status: cards.status,
      expiresOn: cards.expiresOn,
      frozen: IS_FROZEN,
      ownerEmail: customers.email,
      customerId: customers.id,
    })
    .from(cards)
    .leftJoin(
      customers,
      and(eq(customers.merchantId, cards.merchantId), eq(customers.consumerId, cards.ownerId)),
    )
    .where(and(eq(cards.merchantId, merchantId), inArray(cards.id, ids)));
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}

/** Finds the other card of each movement that was made by a replacement. */
async function otherCardsOf(from: Db, merchantId: string, rows: MovementRow[]) {
  const replacements = rows.filter(isReplacement);
  const ids = [...new Set(replacements.map(({ cardId }) => cardId))];
  const old = alias(cards, "old");
  const pairs =
    ids.length === 0
      ? []
      : await from
          .select({
            from: { id: old.id, last4: old.codeLast4 },
            to: { id: cards.id, last4: cards.codeLast4 },
          })
          .from(old)
          .innerJoin(
            cards,
            and(eq(cards.merchantId, old.merchantId), eq(cards.id, old.replacedById)),
          )
          .where(
            and(
              eq(old.merchantId, merchantId),
              or(inArray(old.id, ids), inArray(old.replacedById, ids)),
            ),
          );
  return (row: MovementRow): OtherCard | null => {
    if (!isReplacement(row)) return null;
    return row.type === "transfer_out"
      ? (pairs.find(({ from }) => from.id === row.cardId)?.to ?? null)
      : (pairs.find(({ to }) => to.id === row.cardId)?.from ?? null);
  };
}

const isReplacement = ({ type, source }: MovementRow): boolean =>
  source === REPLACEMENT_SOURCE && (type === "transfer_out" || type === "transfer_in");

/** What refunds and reversals refund and reverse, by its id. */
async function originalsOf(from: Db, merchantId: string, rows: MovementRow[]) {
  const ids = rows.flatMap(({ originalTransactionId }) => originalTransactionId ?? []);
  const originals =
    ids.length === 0
      ? []
      : await from
          .select({ id: transactions.id, amountCents: transactions.amountCents })
          .from(transactions)
          .where(and(eq(transactions.merchantId, merchantId), inArray(transactions.id, ids)));
  return new Map<string | null, Movement["original"]>(
    originals.map(({ id, amountCents }) => [id, { amountCents }]),
  );
}

const NOT_RETURNED: Returned = { refundedCents: 0, isReversed: false };

/** What was refunded and reversed, by the transaction. Only loads and redemptions are. */
async function returnedOf(from: Db, merchantId: string, rows: MovementRow[]) {
  const ids = rows.filter(({ type }) => type === "load" || type === "spend").map(({ id }) => id);
  const undone = alias(transactions, "undone");
  const isUndone = from
    .select({ id: undone.id })
    .from(undone)
    .where(
      and(
        eq(undone.merchantId, transactions.merchantId),
        eq(undone.originalTransactionId, transactions.id),
        eq(undone.source, "reversal"),
      ),
    );
  const isReversal = eq(transactions.source, "reversal");
  const found =
    ids.length === 0
      ? []
      : await from
          .select({
            id: transactions.originalTransactionId,
            refundedCents: sql<number>`coalesce(sum(${transactions.amountCents})
              filter (where not ${isReversal}), 0)`.mapWith(Number),
            isReversed: sql<boolean>`bool_or(${isReversal})`,
          })
          .from(transactions)
          .where(
            and(
              eq(transactions.merchantId, merchantId),
              inArray(transactions.originalTransactionId, ids),
              notExists(isUndone),
            ),
          )
          .groupBy(transactions.originalTransactionId);
  return new Map(found.map(({ id, ...returned }) => [id, returned]));
}

/** Why gifts came back, by the transaction that returned them to the card. */
export async function returnsOf(
  merchantId: string,
  rows: Pick<Transaction, "id" | "type">[],
  from: Db = db(),
): Promise<Map<string | null, GiftReturn>> {
  const received = rows.filter(({ type }) => type === "gift_received").map(({ id }) => id);
  if (received.length === 0) return new Map();
  const found = await from
    .select({
      id: gifts.settledTransactionId,
      status: gifts.status,
      recipientEmail: gifts.recipientEmail,
    })
    .from(gifts)
    .where(
      and(
        eq(gifts.merchantId, merchantId),
        inArray(gifts.settledTransactionId, received),
        ne(gifts.status, "accepted"),
      ),
    );
  return new Map(found.map(({ id, ...gift }) => [id, gift]));
}

/** One movement with the details that the portal shows. Refuses: not_found. */
export async function readMovement(
  { merchantId }: Ctx,
  { transactionId }: { transactionId: string },
): Promise<Movement> {
  const rows = await db()
    .select(MOVEMENT_COLUMNS)
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.id, transactionId)));
  const [movement] = await withNames(merchantId, rows);
  return found(movement);
}
