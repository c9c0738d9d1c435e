import { type SQL, sql } from "drizzle-orm";
import type { CounterAccount } from "@/lib/ledger/post/records";
import { batchProblems, type StoreSlice } from "./verify-batches";
import { type Checks, cardsAlias, signedCents, transactionsAlias } from "./verify-cards";
import { tillClosingProblems } from "./verify-tills";

/** A range of a merchant's days, `from` inclusive and `to` exclusive, and its timestamps; null means all. */
export type DaySlice = {
  merchantId: string;
  from: string;
  to: string;
  begins: string;
  ends: string;
} | null;

const isOfMerchant = (slice: { merchantId: string } | null, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

export const DAY_CHECKS: Checks<DaySlice> = {
  "past days have correct totals": (slice) => sql`
    select merchant_id, concat_ws(' ', day, type, status, counter_account, currency) as subject,
      format('rolled up %s of %s, there are %s of %s', b.count, b.amount, a.count, a.amount) as found
    from (select t.merchant_id,
        (t.created_at at time zone coalesce(m.closed_zone, m.time_zone))::date as day, type, status,
        counter_account, t.currency, count(*) as count, sum(amount_cents) as amount
      from transactions t join merchants m on m.id = t.merchant_id
      where t.id < first_id_at(m.rolled_up_until) and ${isOfMerchant(slice, transactionsAlias)} and ${isInDaySlice(slice, sql`t.id`)}
      group by 1, 2, 3, 4, 5, 6) a
    full join (select d.*, d.amount_cents as amount from daily_totals d where ${isOfMerchant(slice, sql`d`)}
      and ${slice ? sql`d.day >= ${slice.from}::date and d.day < ${slice.to}::date` : sql`true`}) b
      using (merchant_id, day, type, status, counter_account, currency)
    where (a.count, a.amount) is distinct from (b.count, b.amount)`,
  "a closed month's transactions are unchanged": (slice) => sql`
    select merchant_id, h.id::text as subject,
      (case when t.id is null then 'missing' else 'changed' end) || ' since ' || month || ' was closed' as found
    from (${closedHashes(slice)}) h left join transactions t using (merchant_id, id)
    where t.id is null or not is_as_closed(row(t.*)::transactions, hash, hash_without_note)`,
  "a closed month has no new transactions": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'added since ' || k.month || ' was closed' as found
    from month_closings k join transactions t on t.merchant_id = k.merchant_id
      and t.id < first_id_at(k.ends_at) and (k.begins_at is null or t.id >= first_id_at(k.begins_at))
      left join (${closedHashes(slice)}) h on h.merchant_id = t.merchant_id and h.id = t.id
    where h.id is null and ${isOfMerchant(slice, transactionsAlias)} and ${isInDaySlice(slice, sql`t.id`)}`,
  // With the days of its end, so that no slice hashes them all.
  "a closed month matches its fingerprint": (slice) => sql`
    select merchant_id, month as subject, 'changed totals or hashes' as found
    from month_closings k where ${isOfMerchant(slice, sql`k`)} and ${
      slice
        ? sql`ends_at > ${slice.begins}::timestamptz and ends_at <= ${slice.ends}::timestamptz`
        : sql`true`
    } and hash <> closing_hash(row(k.*)::month_closings)`,
};

const isInDaySlice = (slice: DaySlice, id: SQL): SQL =>
  slice
    ? sql`${id} >= first_id_at(${slice.begins}::timestamptz)
        and ${id} < first_id_at(${slice.ends}::timestamptz)`
    : sql`true`;

/** The hashes that were kept when months were closed, a row per transaction. */
const closedHashes = (slice: DaySlice): SQL => sql`
  select c.merchant_id, c.month, h.* from month_closings k
    join closed_transactions c on c.merchant_id = k.merchant_id and c.month = k.month,
    unnest(c.ids, c.hashes, c.hashes_without_notes) as h (id, hash, hash_without_note)
  where ${isOfMerchant(slice, sql`k`)} and ${isInDaySlice(slice, sql`h.id`)}
    and ${
      slice
        ? sql`k.ends_at > ${slice.begins}::timestamptz
      and (k.begins_at is null or k.begins_at < ${slice.ends}::timestamptz)`
        : sql`true`
    }`;

export const STORE_CHECKS: Checks<StoreSlice> = {
  "a closed month has the fingerprint of the month before": (slice) => sql`
    select merchant_id, month as subject, 'another month before it' as found
    from (select merchant_id, month, previous_hash,
        lag(hash) over (partition by merchant_id order by month) as before
      from month_closings k where ${isOfMerchant(slice, sql`k`)}) k
    where previous_hash is distinct from before`,
  "a closed month is in the audit log with its fingerprint": (slice) => sql`
    select a.merchant_id, a.subject_id as subject,
      case when k.month is null then 'no longer closed' else 'closed with another hash' end as found
    from audit_log a left join month_closings k
      on k.merchant_id = a.merchant_id and k.month = a.subject_id
    where a.action = 'month.closed' and ${isOfMerchant(slice, sql`a`)}
      and k.hash is distinct from decode(a.details ->> 'hash', 'hex')`,
  "card counts match": (slice) => sql`
    select merchant_id, concat_ws(' ', status, card_type) as subject,
      format('counted %s, there are %s', coalesce(counted, 0), coalesce(there, 0)) as found
    from (select c.merchant_id, c.status, c.card_type, count(*) as there from cards c
      where ${isOfMerchant(slice, cardsAlias)} group by 1, 2, 3) a
    full join (select k.merchant_id, k.status, k.card_type, sum(k.count) as counted
      from card_counts k where ${isOfMerchant(slice, sql`k`)} group by 1, 2, 3) b
      using (merchant_id, status, card_type)
    where coalesce(counted, 0) <> coalesce(there, 0)`,
  "expired balances match their total": (slice) => sql`
    select merchant_id, currency as subject,
      format('%s cards with %s, there are %s with %s', t.cards, t.cents, e.cards, e.cents) as found
    from (select merchant_id, currency, count(*) as cards, sum(balance_cents) as cents
      from expired_balances e where ${isOfMerchant(slice, sql`e`)} group by 1, 2) e
    full join (select merchant_id, currency, cards, balance_cents as cents
      from expired_totals t where ${isOfMerchant(slice, transactionsAlias)} and cards <> 0) t using (merchant_id, currency)
    where (e.cards, e.cents) is distinct from (t.cards, t.cents)`,
  "card balances match the totals": (slice) => sql`
    select merchant_id, currency as subject,
      format('balances %s, totals %s', coalesce(balances, 0), coalesce(moved, 0)) as found
    from (select c.merchant_id, c.currency, sum(c.balance_cents) as balances from cards c
      where ${isOfMerchant(slice, cardsAlias)} group by 1, 2) a
    full join (select merchant_id, currency, sum(cents) as moved from (
      select t.merchant_id, t.currency, ${signedCents} as cents from daily_totals t where ${isOfMerchant(slice, transactionsAlias)}
      union all
      select t.merchant_id, t.currency, ${signedCents} from transactions t ${afterClosedDays(slice)}
    ) m group by 1, 2) b using (merchant_id, currency)
    where coalesce(balances, 0) <> coalesce(moved, 0)`,
  "a batch's cards match its totals": batchProblems,
  "a till's closing matches its movements": tillClosingProblems,
  "escrow is the sum of pending gifts": (slice) => sql`
    select merchant_id, currency as subject,
      format('escrow %s, pending gifts %s', coalesce(held, 0), coalesce(waiting, 0)) as found
    from (select merchant_id, currency, -sum(cents) as held from (${amountsMovedOn(slice, "escrow")}) m
      group by 1, 2) a
    full join (select g.merchant_id, g.currency, sum(g.amount_cents) as waiting from gifts g
      where g.status = 'pending' and ${isOfMerchant(slice, sql`g`)} group by 1, 2) b using (merchant_id, currency)
    where coalesce(held, 0) <> coalesce(waiting, 0)`,
  "transfers are cleared": (slice) => sql`
    select merchant_id, currency as subject,
      format('accounts %s, transfers %s', coalesce(cleared, 0), coalesce(moved, 0)) as found
    from (select merchant_id, currency, sum(cents) as cleared
      from (${amountsMovedOn(slice, "transfer_clearing", "fx")}) m group by 1, 2) a
    full join (select x.merchant_id, x.currency,
        sum(case when x.direction = 'in' then x.amount_cents else -x.amount_cents end) as moved
      from transfers x where ${isOfMerchant(slice, sql`x`)} group by 1, 2) b using (merchant_id, currency)
    where coalesce(cleared, 0) <> coalesce(moved, 0)`,
  "amounts owed between stores match unpaid transfers": (slice) => sql`
    select a.merchant_id, a.id::text as subject, format('owed to it %s, by it %s; rows %s and %s',
      a.owed_to_us_cents, a.owed_by_us_cents, r.to_us, r.by_us) as found
    from transfer_agreements a cross join lateral (
      select coalesce(sum(cents) filter (where direction = 'in'), 0) as to_us,
        coalesce(sum(cents) filter (where direction = 'out'), 0) as by_us
      from (
        select x.direction, x.counted_cents as cents from transfers x
          where x.merchant_id = a.merchant_id and x.counter_merchant_id = a.other_merchant_id
        union all
        select p.direction, -p.paid_cents from transfer_payments p
          where p.merchant_id = a.merchant_id and p.other_merchant_id = a.other_merchant_id) x) r
    where (a.owed_to_us_cents, a.owed_by_us_cents) <> (r.to_us, r.by_us)
      and ${isOfMerchant(slice, sql`a`)}`,
};

/** Amounts moved on these counter accounts: from the daily totals, and from the ledger for later days. */
const amountsMovedOn = (slice: StoreSlice, ...accounts: CounterAccount[]): SQL => {
  const onAccounts = sql`t.counter_account in (${sql.join(
    accounts.map((account) => sql`${account}`),
    sql`, `,
  )})`;
  return sql`
    select t.merchant_id, t.currency, ${signedCents} as cents
      from daily_totals t where ${onAccounts} and ${isOfMerchant(slice, transactionsAlias)}
    union all
    select t.merchant_id, t.currency, ${signedCents} from transactions t ${afterClosedDays(slice)}
      and ${onAccounts}`;
};

/** The condition for transactions after the closed days. A constant timestamp lets it use the index. */
const afterClosedDays = (slice: StoreSlice): SQL =>
  slice
    ? sql`where ${isOfMerchant(slice, transactionsAlias)} and ${
        slice.until ? sql`t.id >= first_id_at(${slice.until}::timestamptz)` : sql`true`
      }`
    : sql`join merchants m on m.id = t.merchant_id
        where (m.rolled_up_until is null or t.id >= first_id_at(m.rolled_up_until))`;
