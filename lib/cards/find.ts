import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { type Db, db, pg, type Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { consumers } from "../db/schema/consumers";
import type { Card } from "../ledger/records";

/** The columns of a Card in its own row. */
export const CARD_ROW = {
  id: cards.id,
  merchantId: cards.merchantId,
  currency: cards.currency,
  balanceCents: cards.balanceCents,
  status: cards.status,
  cardType: cards.cardType,
  expiresOn: cards.expiresOn,
  sequence: cards.sequence,
  sealedCode: cards.sealedCode,
  createdAt: cards.createdAt,
  updatedAt: cards.updatedAt,
};

/** The columns of a Card in a query over cards left-joined with consumers. */
const CARD_COLUMNS = { ...CARD_ROW, ownerEmail: consumers.email };

const selectCard = (from: Db | Tx, merchantId: string, which: SQL) =>
  from
    .select(CARD_COLUMNS)
    .from(cards)
    .leftJoin(consumers, eq(consumers.id, cards.ownerId))
    .where(and(eq(cards.merchantId, merchantId), which));

/**
 * The merchant's card with this id, or nothing. Written out for the driver: tills ask for balances
 * all the time, and a query that is prepared once costs a fifth of one that is built.
 */
export async function findCard(merchantId: string, cardId: string): Promise<Card | undefined> {
  const [card] = await pg()<Card[]>`
    select c.id, c.merchant_id as "merchantId", c.currency, c.balance_cents::float8 as "balanceCents",
      c.status, c.card_type as "cardType", c.expires_on::text as "expiresOn",
      c.sequence::float8 as sequence, c.sealed_code as "sealedCode", c.created_at as "createdAt",
      c.updated_at as "updatedAt", consumers.email as "ownerEmail"
    from cards c left join consumers on consumers.id = c.owner_id
    where c.merchant_id = ${merchantId} and c.id = ${cardId}`;
  return card;
}

/** Those of the merchant's cards that have these ids, oldest first. */
export const findCards = (merchantId: string, cardIds: string[]): Promise<Card[]> =>
  selectCard(db(), merchantId, inArray(cards.id, cardIds)).orderBy(asc(cards.id));

/** The merchant's card with this code hash, or nothing. */
export async function findCardByCode(
  merchantId: string,
  hmac: Uint8Array,
): Promise<Card | undefined> {
  const [card] = await selectCard(db(), merchantId, eq(cards.codeHmac, hmac));
  return card;
}

/** The card with this id, locked against every other change until the transaction ends. */
export async function lockCard(
  tx: Tx,
  merchantId: string,
  cardId: string,
): Promise<Card | undefined> {
  // Locked first and read afterwards: after a wait, a joined row would be the one from before it.
  await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)))
    .for("no key update");
  const [card] = await selectCard(tx, merchantId, eq(cards.id, cardId));
  return card;
}
