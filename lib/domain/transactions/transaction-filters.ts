import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL, Subquery, sql } from "drizzle-orm";
import { firstIdAt } from "@/lib/base/ids";
import type { Metadata } from "@/lib/base/metadata";
import { type dailyTotals, transactions } from "@/lib/db/schema/transactions";
import type { CounterAccount, TransactionStatus, TransactionType } from "@/lib/ledger/post/records";

/** The dimensions by which the daily totals are grouped. */
export type KindFilters = {
  type?: TransactionType | undefined;
  status?: TransactionStatus | undefined;
  currency?: string | undefined;
  /** The counter account of the movement. */
  account?: CounterAccount | undefined;
};

/** An amount in minor units. */
export type Amount = { currency: string; cents: number };

/** What a search found. `amounts` are only there if it found nothing else. */
export type TransactionSearch = {
  term: string;
  transactionIds: string[];
  cardIds: string[];
  references: string[];
  amounts: Amount[];
  /** Whether there may be more matches than these. */
  isIncomplete: boolean;
};

export type TransactionFilters = KindFilters & {
  search?: TransactionSearch | undefined;
  cardId?: string | undefined;
  referenceId?: string | undefined;
  /** `key:<id>`, `user:<id>`, `cashier:<id>` or `consumer:<id>`. */
  actor?: string | undefined;
  /** Pairs that a movement must have, all of them. No index has them: only with a card or a period. */
  metadata?: Metadata | undefined;
  /** Where the movement came from, such as `platform`, `refund` or `reversal`. */
  source?: string | undefined;
  /** Leaves out movements from this source. */
  notSource?: string | undefined;
  /** Whether the movement was reversed. */
  reversed?: boolean | undefined;
  /** Start time, inclusive. */
  from?: Date | undefined;
  /** End time, exclusive. */
  to?: Date | undefined;
};

/** The filters of the API's list. */
export type ListFilters = Omit<TransactionFilters, "account" | "notSource" | "search">;

export const TRANSACTION_SORTS = ["newest", "oldest"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];

/**
 * Whether the matches can only be found by reading the history: no index or total is by actor, source or
 * reversal, because it would slow down every debit. One card or one reference has few rows.
 */
export const needsSearch = ({ cardId, referenceId, actor, ...others }: TransactionFilters) =>
  !cardId &&
  !referenceId &&
  (Boolean(actor) ||
    [others.source, others.notSource, others.reversed].some((value) => value !== undefined));

/**
 * The transactions to look for matches in: all, or those that a search found by an index. Apart from the other
 * conditions (`offset 0`), because in the order of the list the search could read the complete history.
 */
export function transactionsToRead(
  merchantId: string,
  { search }: TransactionFilters,
): typeof transactions {
  if (!search || search.amounts.length > 0) return transactions;
  const isFound = or(
    inArray(transactions.id, search.transactionIds),
    inArray(transactions.cardId, search.cardIds),
    inArray(transactions.referenceId, search.references),
  );
  const which = and(eq(transactions.merchantId, merchantId), isFound);
  const found = sql`select * from ${transactions} where ${which} offset 0`;
  return new Subquery(found, {}, "transactions") as unknown as typeof transactions;
}

const hasAmount = ({ amounts }: TransactionSearch): SQL | undefined =>
  or(
    ...amounts.map(({ currency, cents }) =>
      and(eq(transactions.currency, currency), eq(transactions.amountCents, cents)),
    ),
  );

/** Condition for the merchant's matching transactions among transactionsToRead(). */
export function conditions(merchantId: string, filters: TransactionFilters): SQL | undefined {
  const { cardId, referenceId, actor, metadata, source, notSource, reversed, from, to } = filters;
  const { search } = filters;
  return and(
    eq(transactions.merchantId, merchantId),
    search ? hasAmount(search) : undefined,
    cardId ? eq(transactions.cardId, cardId) : undefined,
    kindConditions(transactions, filters),
    referenceId ? eq(transactions.referenceId, referenceId) : undefined,
    actor ? eq(transactions.actor, actor) : undefined,
    metadata ? sql`${transactions.metadata} @> ${JSON.stringify(metadata)}::jsonb` : undefined,
    source === undefined ? undefined : eq(transactions.source, source),
    notSource ? sql`${transactions.source} is distinct from ${notSource}` : undefined,
    reversed === undefined ? undefined : isReversed(reversed),
    // Repeats the condition of the partial index, so that Postgres uses it.
    isPerson(actor) ? sql`${transactions.actor} like 'user:%'` : undefined,
    from && gte(transactions.id, firstIdAt(from.getTime())),
    to && lt(transactions.id, firstIdAt(to.getTime())),
  );
}

/** Finds the reversal by its unique index. */
const isReversed = (reversed: boolean): SQL =>
  sql`${sql.raw(reversed ? "" : "not ")}exists (select from ${transactions} r
    where r.merchant_id = "transactions"."merchant_id" and r.source = 'reversal'
      and r.original_transaction_id = "transactions"."id")`;

/** Condition for rows of this kind, in the ledger or in the daily totals. */
export const kindConditions = (
  table: typeof transactions | typeof dailyTotals,
  { type, status, currency, account }: KindFilters,
): SQL | undefined =>
  and(
    type ? eq(table.type, type) : undefined,
    status ? eq(table.status, status) : undefined,
    currency ? eq(table.currency, currency) : undefined,
    account ? eq(table.counterAccount, account) : undefined,
  );

const isPerson = (actor: string | undefined): boolean => actor?.startsWith("user:") ?? false;

/** Condition for rows after `lastId` in the list: by id, or by sequence within one card. */
export const afterCondition = (
  merchantId: string,
  filters: TransactionFilters,
  lastId: string,
  sort: TransactionSort = "newest",
): SQL => {
  const isAfter = sort === "newest" ? lt : gt;
  return filters.cardId
    ? isAfter(
        transactions.sequence,
        sql`(select t.sequence from ${transactions} t
          where t.merchant_id = ${merchantId} and t.id = ${lastId})`,
      )
    : isAfter(transactions.id, lastId);
};

/** The order of the list: by id, or by sequence within one card. */
export const transactionOrder = (filters: TransactionFilters, sort: TransactionSort = "newest") =>
  (sort === "newest" ? desc : asc)(filters.cardId ? transactions.sequence : transactions.id);

/**
 * The one filter that an index serves in the list's order, if any. All other filters are checked row by
 * row.
 */
export function indexedFilter(filters: TransactionFilters): TransactionFilters {
  const { referenceId, actor, account, status, type } = filters;
  if (referenceId) return { referenceId };
  if (isPerson(actor)) return { actor };
  if (account === "store_credit") return { account };
  if (status && status !== "completed") return { status };
  if (type && type !== "load" && type !== "spend") return { type };
  return {};
}
