import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { isUuid } from "@/lib/base/ids";
import { db, onlyRow } from "@/lib/db/client/client";
import { batches } from "@/lib/db/schema/batches";
import { cards } from "@/lib/db/schema/cards";
import { customers } from "@/lib/db/schema/consumers";
import { transactions } from "@/lib/db/schema/transactions";
import { looksLikeAmount, readAmount } from "@/lib/domain/batches/import/amounts";
import { parseCode } from "@/lib/domain/cards/code";
import { currenciesInUse } from "@/lib/domain/cards/currencies";
import { type CardSearch, cardsToRead } from "@/lib/domain/cards/filters";
import { customerOrder, matchingCustomers } from "@/lib/domain/customers/search";
import { parseReceiptNumber } from "@/lib/domain/till/receipt-number";
import type { Amount, TransactionSearch } from "@/lib/domain/transactions/transaction-filters";

// The most of each kind that a search takes into account: the best matches, or the newest.
const MAX_OWNERS = 500;
const MAX_BATCHES = 10;
const MAX_CARDS = 500;
/** The newest transactions that are searched for an amount: an index of amounts would slow down every debit. */
const MAX_AMOUNTS_READ = 50_000;

/** What a term is at a store. Names, emails and batches contain it; everything else is equal to it. */
type TermMatches = {
  cardIds: string[];
  ownerIds: string[];
  batchIds: string[];
  references: string[];
  transactionIds: string[];
  /** Whether there is more of one kind than a search takes into account. */
  isIncomplete: boolean;
};

async function matchTerm(merchantId: string, term: string): Promise<TermMatches> {
  const [cardIds, ownerIds, batchIds, references, transactionIds] = await Promise.all([
    findCardIds(merchantId, term),
    findOwners(merchantId, term),
    findBatches(merchantId, term),
    findReferences(merchantId, term),
    findTransaction(merchantId, term),
  ]);
  const isIncomplete =
    cardIds.length > MAX_CARDS || ownerIds.length > MAX_OWNERS || batchIds.length > MAX_BATCHES;
  return {
    cardIds: cardIds.slice(0, MAX_CARDS),
    ownerIds: ownerIds.slice(0, MAX_OWNERS),
    batchIds: batchIds.slice(0, MAX_BATCHES),
    references,
    transactionIds,
    isIncomplete,
  };
}

/**
 * The text of a search for a term that finds anything but an amount; undefined if it finds nothing. That of a reference
 * that looks like one of our codes is the ID of its newest transaction, because a search can't be a code.
 */
export async function searchOf(merchantId: string, term: string): Promise<string | undefined> {
  const matches = await matchTerm(merchantId, term);
  if (parseCode(term)) return await newestWith(merchantId, matches.references[0]);
  const isFound = Object.values(matches).some((found) => Array.isArray(found) && found.length > 0);
  return isFound ? term : undefined;
}

async function newestWith(merchantId: string, reference = ""): Promise<string | undefined> {
  const [newest] = await db()
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.referenceId, reference)))
    .orderBy(desc(transactions.id))
    .limit(1);
  return newest?.id;
}

/**
 * The cards that a term of 3 to 320 characters finds: by ID, last 4, batch, customer, or a transaction's ID or
 * reference. If there are none, those with the amount or balance among the newest transactions.
 */
export async function matchCards(merchantId: string, term: string): Promise<CardSearch> {
  const found = await matchTerm(merchantId, term);
  const { ownerIds, batchIds, references, transactionIds } = found;
  const moved = await Promise.all([
    newestCards(merchantId, inArray(transactions.id, transactionIds)),
    ...references.map((one) => newestCards(merchantId, eq(transactions.referenceId, one))),
  ]);
  const cardIds = [...new Set([...found.cardIds, ...moved.flat()])];
  const isIncomplete = found.isIncomplete || moved.some(({ length }) => length > MAX_CARDS);
  if (cardIds.length + ownerIds.length + batchIds.length > 0) {
    return { term, cardIds, ownerIds, batchIds, isIncomplete };
  }
  const amounts = await amountsIn(merchantId, term);
  return { term, ownerIds, batchIds, ...(await cardsWithAmounts(merchantId, amounts)) };
}

/**
 * The transactions that a term of 3 to 320 characters finds: by ID or reference, and those of the cards that it finds
 * by ID, last 4, batch or customer. If there are none, those with the amount.
 */
export async function matchTransactions(
  merchantId: string,
  term: string,
): Promise<TransactionSearch> {
  const found = await matchTerm(merchantId, term);
  const { references, transactionIds } = found;
  const rows = await db()
    .select({ id: cards.id })
    .from(cardsToRead(merchantId, { search: { term, ...found } }))
    .orderBy(desc(cards.id))
    .limit(MAX_CARDS + 1);
  const cardIds = rows.slice(0, MAX_CARDS).map(({ id }) => id);
  const isNone = cardIds.length + references.length + transactionIds.length === 0;
  const amounts = isNone ? await amountsIn(merchantId, term) : [];
  const isIncomplete = found.isIncomplete || rows.length > MAX_CARDS;
  return { term, cardIds, references, transactionIds, amounts, isIncomplete };
}

/** By ID, or by the last 4 of the code. */
async function findCardIds(merchantId: string, term: string): Promise<string[]> {
  const isLast4 = /^[0-9a-z]{4}$/i.test(term);
  if (!isLast4 && !isUuid(term)) return [];
  const rows = await db()
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, merchantId),
        isLast4 ? eq(cards.codeLast4, term.toUpperCase()) : eq(cards.id, term),
      ),
    )
    .orderBy(desc(cards.id))
    .limit(MAX_CARDS + 1);
  return rows.map(({ id }) => id);
}

async function findOwners(merchantId: string, term: string): Promise<string[]> {
  const rows = await db()
    .select({ id: customers.consumerId })
    .from(customers)
    .where(matchingCustomers(merchantId, term))
    .orderBy(...customerOrder(undefined, term).by)
    .limit(MAX_OWNERS + 1);
  return rows.map(({ id }) => id);
}

async function findBatches(merchantId: string, term: string): Promise<string[]> {
  const isNamed = sql`position(${term.toLowerCase()} in lower(${batches.name})) > 0`;
  const rows = await db()
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.merchantId, merchantId), isNamed))
    .orderBy(desc(batches.id))
    .limit(MAX_BATCHES + 1);
  return rows.map(({ id }) => id);
}

/** The spellings of the term that transactions have as their reference. */
async function findReferences(merchantId: string, term: string): Promise<string[]> {
  const receipt = parseReceiptNumber(term);
  const spellings = new Set([term, term.toUpperCase(), term.toLowerCase()]);
  if (receipt) spellings.add(receipt);
  const rows = await Promise.all(
    [...spellings].map((reference) =>
      db()
        .select({ reference: transactions.referenceId })
        .from(transactions)
        .where(
          and(eq(transactions.merchantId, merchantId), eq(transactions.referenceId, reference)),
        )
        .limit(1),
    ),
  );
  return rows.flat().flatMap(({ reference }) => reference ?? []);
}

async function findTransaction(merchantId: string, term: string): Promise<string[]> {
  if (!isUuid(term)) return [];
  const rows = await db()
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.id, term)));
  return rows.map(({ id }) => id);
}

/** The cards of the newest matching transactions, one more than a search takes into account. */
async function newestCards(merchantId: string, which: SQL): Promise<string[]> {
  const rows = await db()
    .select({ id: transactions.cardId })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), which))
    .orderBy(desc(transactions.id))
    .limit(MAX_CARDS + 1);
  return rows.map(({ id }) => id);
}

/** The amounts that the term can mean in the store's currencies. A mark can begin decimals or group digits. */
async function amountsIn(merchantId: string, term: string): Promise<Amount[]> {
  if (!looksLikeAmount(term)) return [];
  const currencies = await currenciesInUse({ merchantId });
  return currencies.flatMap((currency) => {
    const read = (["point", "comma"] as const).map((mark) => readAmount(term, currency, mark));
    const readings = new Set(read.filter((cents) => typeof cents === "number"));
    return [...readings].map((cents) => ({ currency, cents }));
  });
}

/** The cards of the newest transactions that moved one of the amounts, or left it as the balance. */
async function cardsWithAmounts(
  merchantId: string,
  amounts: Amount[],
): Promise<Pick<CardSearch, "cardIds" | "isIncomplete">> {
  if (amounts.length === 0) return { cardIds: [], isIncomplete: false };
  const isEqual = sql.join(
    amounts.map(
      ({ currency, cents }) =>
        sql`(currency = ${currency} and ${cents}::bigint in (amount_cents, balance_after_cents))`,
    ),
    sql` or `,
  );
  const rows = await db().execute<{ cardIds: string[]; read: number }>(sql`
    with newest as materialized (
      select card_id, currency, amount_cents, balance_after_cents from ${transactions}
      where merchant_id = ${merchantId} order by id desc limit ${MAX_AMOUNTS_READ})
    select (select count(*)::int from newest) as read, array(select distinct card_id from newest
      where ${isEqual} limit ${MAX_CARDS + 1}) as "cardIds"`);
  const { cardIds, read } = onlyRow(rows);
  const isIncomplete = cardIds.length > MAX_CARDS || read === MAX_AMOUNTS_READ;
  return { cardIds: cardIds.slice(0, MAX_CARDS), isIncomplete };
}
