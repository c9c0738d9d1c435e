import { type SQL, sql } from "drizzle-orm";

/** Some of a merchant's cards, those after the first id up to the last; null is everybody's. */
export type CardSlice = { merchantId: string; after: string; upTo: string } | null;
/** Some of a merchant's days, `from` included and `to` not, with the instants they begin at. */
export type DaySlice = {
  merchantId: string;
  from: string;
  to: string;
  begins: string;
  ends: string;
} | null;
/** One merchant, whose days are closed until an instant or not at all; null is everybody. */
export type StoreSlice = { merchantId: string; until: string | null } | null;

/** Each check gives rows of (merchant_id, subject, found): what should be empty. */
type Checks<Slice> = Record<string, (slice: Slice) => SQL>;

const among = (slice: CardSlice, table: SQL, card: SQL): SQL =>
  slice
    ? sql`${table}.merchant_id = ${slice.merchantId} and ${card} > ${slice.after} and ${card} <= ${slice.upTo}`
    : sql`true`;

const of = (slice: { merchantId: string } | null, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

const c = sql`c`;
const t = sql`t`;
const cardOf = { cards: sql`c.id`, transactions: sql`t.card_id` };
const signed = sql`signed_cents(t.type, t.amount_cents)`;

/** What is to be seen on a card and its transactions alone. */
export const CARD_CHECKS: Checks<CardSlice> = {
  "a card's balance is the sum of its movements": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('balance %s, movements %s', c.balance_cents, coalesce(moved, 0)) as found
    from cards c left join lateral (
      select sum(${signed}) as moved from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id and t.status <> 'failed') m on true
    where c.balance_cents <> coalesce(moved, 0) and ${among(slice, c, cardOf.cards)}`,
  "a card's sequence has no gap": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('sequence %s, %s transactions up to %s', c.sequence, n, last) as found
    from cards c left join lateral (
      select count(*) as n, coalesce(max(t.sequence), 0) as last from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) t on true
    where (n <> last or last <> c.sequence - (c.status = 'disabled')::int)
      and ${among(slice, c, cardOf.cards)}`,
  // What failed meanwhile was still counted in the balances written before it did.
  "a transaction follows from those before it": (slice) => sql`
    select merchant_id, id::text as subject,
      format('balance %s, movements up to it %s', balance_after_cents, counted) as found
    from (select t.merchant_id, t.id, t.balance_after_cents,
        sum(case when t.status <> 'failed' then ${signed} else 0 end) over card as counted,
        sum(case when t.status = 'failed' then least(${signed}, 0) else 0 end) over card as taken,
        sum(case when t.status = 'failed' then greatest(${signed}, 0) else 0 end) over card as given
      from transactions t where ${among(slice, t, cardOf.transactions)}
      window card as (partition by t.merchant_id, t.card_id order by t.sequence)) t
    where balance_after_cents not between counted + taken and counted + given`,
  "a transaction is in its card's currency": (slice) => sql`
    select t.merchant_id, t.id::text as subject, format('%s on %s', t.currency, c.currency) as found
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
    where t.currency <> c.currency and ${among(slice, t, cardOf.transactions)}`,
  "every movement told its events": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'no event' as found from transactions t
    where created_at > now() - interval '90 days' and ${among(slice, t, cardOf.transactions)}
      and not exists (select from events e where e.merchant_id = t.merchant_id
        and e.card_id = t.card_id and e.sequence = t.sequence)`,
  "a wallet's card is its consumer's, in its currency": (slice) => sql`
    select w.merchant_id, w.id::text as subject, 'another owner or currency' as found
    from cards c join wallets w on w.merchant_id = c.merchant_id and w.card_id = c.id
    where (w.consumer_id, w.currency) is distinct from (c.owner_id, c.currency)
      and ${among(slice, c, cardOf.cards)}`,
  "every owner is a customer": (slice) => sql`
    select distinct c.merchant_id, c.owner_id::text as subject, 'not in the list' as found
    from cards c join consumers on consumers.id = c.owner_id
    left join customers k on k.merchant_id = c.merchant_id and k.consumer_id = c.owner_id
    where k.email is distinct from consumers.email and ${among(slice, c, cardOf.cards)}`,
};

export const DAY_CHECKS: Checks<DaySlice> = {
  "closed days are rolled up": (slice) => sql`
    select merchant_id, concat_ws(' ', day, type, status, counter_account, currency) as subject,
      format('rolled up %s of %s, there are %s of %s', b.count, b.amount, a.count, a.amount) as found
    from (select t.merchant_id,
        (t.created_at at time zone coalesce(m.closed_zone, m.time_zone))::date as day, type, status,
        counter_account, t.currency, count(*) as count, sum(amount_cents) as amount
      from transactions t join merchants m on m.id = t.merchant_id
      where t.id < first_id_at(m.rolled_up_until) and ${of(slice, t)} and ${
        slice
          ? sql`t.id >= first_id_at(${slice.begins}::timestamptz)
              and t.id < first_id_at(${slice.ends}::timestamptz)`
          : sql`true`
      } group by 1, 2, 3, 4, 5, 6) a
    full join (select d.*, d.amount_cents as amount from daily_totals d where ${of(slice, sql`d`)}
      and ${slice ? sql`d.day >= ${slice.from}::date and d.day < ${slice.to}::date` : sql`true`}) b
      using (merchant_id, day, type, status, counter_account, currency)
    where (a.count, a.amount) is distinct from (b.count, b.amount)`,
};

export const STORE_CHECKS: Checks<StoreSlice> = {
  "cards are counted": (slice) => sql`
    select merchant_id, concat_ws(' ', status, card_type) as subject,
      format('counted %s, there are %s', coalesce(counted, 0), coalesce(there, 0)) as found
    from (select c.merchant_id, c.status, c.card_type, count(*) as there from cards c
      where ${of(slice, c)} group by 1, 2, 3) a
    full join (select k.merchant_id, k.status, k.card_type, sum(k.count) as counted
      from card_counts k where ${of(slice, sql`k`)} group by 1, 2, 3) b
      using (merchant_id, status, card_type)
    where coalesce(counted, 0) <> coalesce(there, 0)`,
  "the balances of all cards are what the totals say": (slice) => sql`
    select merchant_id, currency as subject,
      format('balances %s, totals %s', coalesce(balances, 0), coalesce(moved, 0)) as found
    from (select c.merchant_id, c.currency, sum(c.balance_cents) as balances from cards c
      where ${of(slice, c)} group by 1, 2) a
    full join (select merchant_id, currency, sum(cents) as moved from (
      select t.merchant_id, t.currency, case when t.type in ('load', 'transfer_in', 'gift_received')
          then t.amount_cents else -t.amount_cents end as cents
        from daily_totals t where t.status <> 'failed' and ${of(slice, t)}
      union all
      select t.merchant_id, t.currency, ${signed} from transactions t ${unclosed(slice)}
    ) m group by 1, 2) b using (merchant_id, currency)
    where coalesce(balances, 0) <> coalesce(moved, 0)`,
};

/** What has moved since the days were closed; by its own instant, so that the index is used. */
const unclosed = (slice: StoreSlice): SQL =>
  slice
    ? sql`where t.status <> 'failed' and ${of(slice, t)} and ${
        slice.until ? sql`t.id >= first_id_at(${slice.until}::timestamptz)` : sql`true`
      }`
    : sql`join merchants m on m.id = t.merchant_id where t.status <> 'failed'
        and (m.rolled_up_until is null or t.id >= first_id_at(m.rolled_up_until))`;
