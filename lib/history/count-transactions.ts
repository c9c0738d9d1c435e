import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { merchants } from "../db/schema/merchants";
import { dailyTotals, transactions } from "../db/schema/transactions";
import type { TransactionStatus } from "../ledger/records";
import { conditions, type Kind, type TransactionFilters } from "./transaction-filters";

/** Filters of which the closed days and a card's sequence know the number. */
type Countable = Kind & Pick<TransactionFilters, "cardId" | "from" | "to">;

/** How many transactions match, exactly, without counting through a merchant's history. */
export async function countTransactions(
  merchantId: string,
  { referenceId, ...filters }: Countable & Pick<TransactionFilters, "referenceId">,
): Promise<number> {
  const { cardId, ...others } = filters;
  // Within one card or one reference, both indexed, there is little to count.
  if (cardId || referenceId) {
    return cardId && !referenceId && Object.values(others).every((value) => value === undefined)
      ? countOf(countOfCard(merchantId, cardId))
      : db().$count(transactions, conditions(merchantId, { ...filters, referenceId }));
  }
  return countOf(countByDays(merchantId, filters));
}

/** How many match, or null where that could only be told by counting through the history. */
export async function countIfKnown(
  merchantId: string,
  { referenceId, actor, ...filters }: TransactionFilters,
): Promise<number | null> {
  return referenceId || actor ? null : countTransactions(merchantId, filters);
}

/** The same by status, and of all of them. */
export async function countByStatus(
  { merchantId }: Ctx,
  filters: TransactionFilters,
): Promise<Record<TransactionStatus | "all", number | null>> {
  const count = (status?: TransactionStatus) => countIfKnown(merchantId, { ...filters, status });
  const [all, completed, pending, failed] = await Promise.all([
    count(),
    count("completed"),
    count("pending"),
    count("failed"),
  ]);
  return { all, completed, pending, failed };
}

async function countOf(query: SQL): Promise<number> {
  const [row] = await db().execute<{ count: string | number }>(query);
  return Number(row?.count ?? 0);
}

/** Its sequence numbers its transactions; disabling took the last number. */
const countOfCard = (merchantId: string, cardId: string): SQL => sql`
  select ${cards.sequence} - (${cards.status} = 'disabled')::int as count
  from ${cards}
  where ${cards.merchantId} = ${merchantId} and ${cards.id} = ${cardId}`;

/**
 * Whole closed days from the roll-ups, what lies before and after them from the ledger. All is cut
 * by the instant in the id, so that nothing is counted twice or left out. The boundaries are worked
 * out once: unless the queries are materialized, Postgres does so again for each row.
 */
function countByDays(merchantId: string, filters: Countable): SQL {
  const from = filters.from?.toISOString() ?? "-infinity";
  const to = filters.to?.toISOString() ?? "infinity";
  const live = and(eq(transactions.merchantId, merchantId), kindConditions(transactions, filters));
  const closed = and(eq(dailyTotals.merchantId, merchantId), kindConditions(dailyTotals, filters));
  return sql`
    with store as materialized (
      select coalesce(closed_zone, time_zone) as zone,
        greatest(${from}::timestamptz, 'epoch') as first,
        least(${to}::timestamptz, 'epoch'::timestamptz + interval '5000 years') as last,
        least(${to}::timestamptz, coalesce(rolled_up_until, '-infinity')) as closed
      from ${merchants} where id = ${merchantId}
    ), days as materialized (
      select *,
        case when day_start((first at time zone zone)::date, zone) = first then first
          else day_start((first at time zone zone)::date + 1, zone) end as begins,
        case when isfinite(closed)
          then day_start((closed at time zone zone)::date, zone)
          else '-infinity' end as ends
      from store
    )
    select case when begins < ends then
      (select coalesce(sum(${dailyTotals.count}), 0) from ${dailyTotals} where ${closed}
        and day >= (begins at time zone zone)::date and day < (ends at time zone zone)::date)
      + (select count(*) from ${transactions} where ${live}
        and id >= first_id_at(first) and id < first_id_at(begins))
      + (select count(*) from ${transactions} where ${live}
        and id >= first_id_at(ends) and id < first_id_at(last))
    else
      (select count(*) from ${transactions} where ${live}
        and id >= first_id_at(first) and id < first_id_at(last))
    end as count from days`;
}

/** The rows of this kind, in the ledger or in the totals of its days. */
export const kindConditions = (
  table: typeof transactions | typeof dailyTotals,
  { type, status, currency, account }: Kind,
): SQL | undefined =>
  and(
    type ? eq(table.type, type) : undefined,
    status ? eq(table.status, status) : undefined,
    currency ? eq(table.currency, currency) : undefined,
    account ? eq(table.counterAccount, account) : undefined,
  );
