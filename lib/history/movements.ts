import { and, eq, inArray, ne } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { customers } from "../db/schema/consumers";
import { gifts } from "../db/schema/gifts";
import { transactions } from "../db/schema/transactions";
import { found } from "../errors";
import type { CardStatus, CounterAccount, Transaction } from "../ledger/records";
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
    ownerEmail: string | null;
    customerId: string | null;
  };
  /** The name of the key, the person or the consumer; null if there is none. */
  actorName: string | null;
  /** For a gift that was returned to the card: why it was returned. */
  returned: GiftReturn | null;
};

export type GiftReturn = Pick<typeof gifts.$inferSelect, "status" | "recipientEmail">;

/** Adds the cards, the actors' names and why gifts were returned. Looks up each once, by its id. */
export async function withNames(merchantId: string, rows: MovementRow[]): Promise<Movement[]> {
  if (rows.length === 0) return [];
  const [cardById, names, returnById] = await Promise.all([
    cardsOf(merchantId, [...new Set(rows.map(({ cardId }) => cardId))]),
    namesOf(merchantId, [...new Set(rows.map(({ actor }) => actor))]),
    returnsOf(merchantId, rows),
  ]);
  return rows.map((row) => {
    const card = cardById.get(row.cardId);
    if (!card) throw new Error("a transaction without its card");
    const actorName = names.get(row.actor) ?? null;
    return { ...row, card, actorName, returned: returnById.get(row.id) ?? null };
  });
}

async function cardsOf(merchantId: string, ids: string[]): Promise<Map<string, Movement["card"]>> {
  const rows = await db()
    .select({
      id: cards.id,
      last4: cards.codeLast4,
      status: cards.status,
      expiresOn: cards.expiresOn,
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

/** Why gifts came back, by the transaction that returned them to the card. */
export async function returnsOf(
  merchantId: string,
  rows: Pick<Transaction, "id" | "type">[],
): Promise<Map<string | null, GiftReturn>> {
  const received = rows.filter(({ type }) => type === "gift_received").map(({ id }) => id);
  if (received.length === 0) return new Map();
  const found = await db()
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
