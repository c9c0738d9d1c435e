import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { dailyTotals, transactions } from "@/lib/db/schema/transactions";
import {
  conditions,
  kindConditions,
  needsSearch,
  type TransactionFilters,
} from "./transaction-filters";

/** Filters whose matches can be counted from the daily totals or a card's sequence. */
type CountableFilters = Omit<TransactionFilters, keyof UncountedFilters>;

type UncountedFilters = Pick<TransactionFilters, "referenceId" | "metadata">;

/**
 * The exact number of matching transactions, without reading a merchant's complete history. Not for filters
 * that need a search.
 */
export async function countTransactions(
  from: Db,
  merchantId: string,
  { referenceId, metadata, ...filters }: CountableFilters & UncountedFilters,
): Promise<number> {
  const { cardId, ...others } = filters;
  // One card or one reference has few rows, and both are indexed. Metadata comes with a card or a period.
  if (cardId || referenceId || metadata) {
    const isWholeCard = [referenceId, metadata, ...Object.values(others)].every(
      (value) => value === undefined,
    );
    return cardId && isWholeCard
      ? runCountQuery(from, cardCountQuery(merchantId, cardId))
      : from.$count(transactions, conditions(merchantId, { ...filters, referenceId, metadata }));
  }
  return runCountQuery(from, dailyTotalsCountQuery(merchantId, filters));
}

/** The number of matches, or null if that requires reading the complete history. */
export async function countWithoutHistory(
  from: Db,
  merchantId: string,
  filters: TransactionFilters,
): Promise<number | null> {
  const { referenceId, actor, search } = filters;
  return referenceId || actor || search || needsSearch(filters)
    ? null
    : countTransactions(from, merchantId, filters);
}

async function runCountQuery(from: Db, query: SQL): Promise<number> {
  const [row] = await from.execute<{ count: string | number }>(query);
  return Number(row?.count ?? 0);
}

/** The card's sequence is its number of transactions, plus 1 if it was disabled. */
const cardCountQuery = (merchantId: string, cardId: string): SQL => sql`
  select ${cards.sequence} - (${cards.status} = 'disabled')::int as count
  from ${cards}
  where ${cards.merchantId} = ${merchantId} and ${cards.id} = ${cardId}`;

/**
 * Adds up the daily totals of whole closed days and counts the rest in the ledger. The timestamps in the
 * ids separate the two, so nothing is counted twice or left out. The CTEs are materialized because
 * Postgres would otherwise compute the boundaries again for each row.
 */
function dailyTotalsCountQuery(merchantId: string, filters: CountableFilters): SQL {
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
