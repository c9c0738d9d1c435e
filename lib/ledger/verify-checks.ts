import { type SQL, sql } from "drizzle-orm";
import type { CounterAccount } from "./records";
import { batchProblems, type StoreSlice } from "./verify-batches";

/** A range of a merchant's cards, `after` exclusive and `upTo` inclusive; null means all cards. */
export type CardSlice = { merchantId: string; after: string; upTo: string } | null;
/** A range of a merchant's days, `from` inclusive and `to` exclusive, and its timestamps; null means all. */
export type DaySlice = {
  merchantId: string;
  from: string;
  to: string;
  begins: string;
  ends: string;
} | null;
/** Each check selects problems as rows of (merchant_id, subject, found). */
type Checks<Slice> = Record<string, (slice: Slice) => SQL>;

const isInCardSlice = (slice: CardSlice, table: SQL, card: SQL): SQL =>
  slice
    ? sql`${table}.merchant_id = ${slice.merchantId} and ${card} > ${slice.after} and ${card} <= ${slice.upTo}`
    : sql`true`;

const isOfMerchant = (slice: { merchantId: string } | null, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

const cardsAlias = sql`c`;
const transactionsAlias = sql`t`;
const giftsAlias = sql`g`;
const transfersAlias = sql`x`;
const holdsAlias = sql`h`;
const CARD_ID_COLUMNS = {
  cards: sql`c.id`,
  transactions: sql`t.card_id`,
  gifts: sql`g.card_id`,
  transfers: sql`x.card_id`,
  holds: sql`h.card_id`,
};
const signedCents = sql`sign_of(t.type) * t.amount_cents`;

/** Checks of a card and its transactions. */
export const CARD_CHECKS: Checks<CardSlice> = {
  "a card's balance is the sum of its movements": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('balance %s, movements %s', c.balance_cents, coalesce(moved, 0)) as found
    from cards c left join lateral (
      select sum(${signedCents}) as moved from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) m on true
    where c.balance_cents <> coalesce(moved, 0) and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a card's sequence has no gap": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('sequence %s, %s changes up to %s', c.sequence, n, last) as found
    from cards c left join lateral (
      select count(*) as n, coalesce(max(sequence), 0) as last from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) t on true
    -- A card was disabled in one change without a movement, after which its balance may have been written off.
    where case when c.status = 'disabled' then n <> c.sequence - 1 or last > c.sequence
        else n <> last or last <> c.sequence end
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a transaction follows from those before it": (slice) => sql`
    select merchant_id, id::text as subject,
      format('balance %s, movements up to it %s', balance_after_cents, counted) as found
    from (select t.merchant_id, t.id, t.balance_after_cents,
        sum(${signedCents}) over (partition by t.merchant_id, t.card_id order by t.sequence) as counted
      from transactions t where ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}) t
    where balance_after_cents <> counted`,
  "a transaction is in its card's currency": (slice) => sql`
    select t.merchant_id, t.id::text as subject, format('%s on %s', t.currency, c.currency) as found
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
    where t.currency <> c.currency and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}`,
  "a reversal or refund fits its original": (slice) => sql`
    select t.merchant_id, t.id::text as subject,
      format('%s of %s, left to refund of %s: %s', t.source, t.amount_cents, o.amount_cents,
        refundable_cents(o.merchant_id, o.id, '{}')) as found
    from transactions t left join transactions o
      on o.merchant_id = t.merchant_id and o.id = t.original_transaction_id
    where t.original_transaction_id is not null
      and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and ((o.currency, o.counter_account, sign_of(o.type))
          is distinct from (t.currency, t.counter_account, -sign_of(t.type))
        or o.card_id <> t.card_id and (t.source = 'reversal'
          or latest_card(o.merchant_id, o.card_id) <> latest_card(t.merchant_id, t.card_id))
        or o.source is not distinct from 'reversal'
        or t.source = 'reversal' and t.amount_cents <> o.amount_cents
        or refundable_cents(o.merchant_id, o.id, '{}') < 0)`,
  "every movement told its events": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'no event' as found from transactions t
    where created_at > now() - interval '90 days' and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and not exists (select from events e where e.merchant_id = t.merchant_id
        and e.card_id = t.card_id and e.sequence = t.sequence)`,
  "a wallet's card is its consumer's, in its currency": (slice) => sql`
    select w.merchant_id, w.id::text as subject, 'another owner or currency' as found
    from cards c join wallets w on w.merchant_id = c.merchant_id and w.card_id = c.id
    where (w.consumer_id, w.currency) is distinct from (c.owner_id, c.currency)
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a gift is where its movements say": (slice) => sql`
    select g.merchant_id, g.id::text as subject,
      format('%s, its gift_sent %s', g.status, coalesce(t.status, 'missing')) as found
    from gifts g left join transactions t on t.merchant_id = g.merchant_id
      and t.id = g.transaction_id and (t.type, t.card_id, t.currency, t.amount_cents)
        = ('gift_sent', g.card_id, g.currency, g.amount_cents)
    where ${isInCardSlice(slice, giftsAlias, CARD_ID_COLUMNS.gifts)} and t.status is distinct from case
      when g.status = 'pending' then 'pending'
      when exists (select from transactions r where r.merchant_id = g.merchant_id
        and r.id = g.settled_transaction_id and (r.type, r.card_id, r.currency, r.amount_cents)
          = ('gift_received', g.settled_card_id, g.currency, g.amount_cents)
        and r.source is not distinct from
          case when g.status <> 'accepted' then 'returned' end) then 'completed' end`,
  "a transfer has two sides that agree": (slice) => sql`
    select x.merchant_id, x.id::text as subject, 'no movement, or no other side' as found
    from transfers x left join transactions t on t.merchant_id = x.merchant_id
      and t.id = x.transaction_id and t.status = 'completed'
      and (t.type, t.card_id, t.currency, t.amount_cents, t.transfer_id)
        = ('transfer_' || x.direction, x.card_id, x.currency, x.amount_cents, x.id)
    left join transfers o on o.merchant_id = x.counter_merchant_id and o.id = x.id
      and o.direction <> x.direction and o.counter_merchant_id = x.merchant_id
      and (o.currency, o.amount_cents, o.counter_currency, o.counter_amount_cents)
        = (x.counter_currency, x.counter_amount_cents, x.currency, x.amount_cents)
      and o.rate is not distinct from x.rate
    where (t.id is null or o.id is null) and ${isInCardSlice(slice, transfersAlias, CARD_ID_COLUMNS.transfers)}`,
  "what is held on a card is the sum of its holds": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('held %s, holds %s', c.held_cents, coalesce(h.held, 0)) as found
    from cards c left join (select h.merchant_id, h.card_id, sum(h.amount_cents) as held,
        sum(h.amount_cents) filter (where h.expires_at > store_now(h.merchant_id)) as open
      from holds h where h.status = 'held' and ${isInCardSlice(slice, holdsAlias, CARD_ID_COLUMNS.holds)}
      group by 1, 2) h on h.merchant_id = c.merchant_id and h.card_id = c.id
    where (c.held_cents <> coalesce(h.held, 0) or c.balance_cents < coalesce(h.open, 0))
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a captured hold has its redemption": (slice) => sql`
    select h.merchant_id, h.id::text as subject,
      format('%s of %s, redeemed %s', h.status, h.captured_cents, coalesce(t.amount_cents, 0)) as found
    from holds h left join lateral (select sum(amount_cents) as amount_cents from transactions
        where merchant_id = h.merchant_id and card_id = h.card_id and hold_id = h.id) t on true
    where h.captured_cents <> coalesce(t.amount_cents, 0)
      and ${isInCardSlice(slice, holdsAlias, CARD_ID_COLUMNS.holds)}`,
  "a replaced card has moved to its successor": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('%s with %s and holds of %s, successor %s', c.status, c.balance_cents, c.held_cents, coalesce(s.id::text, 'missing')) as found
    from cards c left join cards s on s.merchant_id = c.merchant_id and s.id = c.replaced_by_id
      and s.currency = c.currency
    where c.replaced_by_id is not null
      and (s.id is null or c.status <> 'disabled' or c.balance_cents + c.held_cents <> 0)
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a replacement has two sides that agree": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'no other side' as found
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      left join cards p on p.merchant_id = t.merchant_id and p.replaced_by_id = t.card_id
    where t.source = 'replacement' and t.type in ('transfer_out', 'transfer_in')
      and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and not exists (select from transactions o where o.merchant_id = t.merchant_id
        and o.card_id = case t.type when 'transfer_out' then c.replaced_by_id else p.id end
        and o.source = 'replacement' and o.type <> t.type
        and (o.transfer_id, o.amount_cents, o.currency) = (t.transfer_id, t.amount_cents, t.currency))`,
  "every owner is a customer": (slice) => sql`
    select distinct c.merchant_id, c.owner_id::text as subject, 'not in the list' as found
    from cards c join consumers on consumers.id = c.owner_id
    left join customers k on k.merchant_id = c.merchant_id and k.consumer_id = c.owner_id
    where k.email is distinct from consumers.email and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
};

export const DAY_CHECKS: Checks<DaySlice> = {
  "closed days are rolled up": (slice) => sql`
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
  "a transaction of a closed month is as it was": (slice) => sql`
    select merchant_id, h.id::text as subject,
      (case when t.id is null then 'missing' else 'changed' end) || ' since ' || month || ' was closed' as found
    from (${closedHashes(slice)}) h left join transactions t using (merchant_id, id)
    where t.id is null or not is_as_closed(t, hash, hash_without_note)`,
  "a closed month has no more transactions than it had": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'added since ' || k.month || ' was closed' as found
    from month_closings k join transactions t on t.merchant_id = k.merchant_id
      and t.id < first_id_at(k.ends_at) and (k.begins_at is null or t.id >= first_id_at(k.begins_at))
      left join (${closedHashes(slice)}) h on h.merchant_id = t.merchant_id and h.id = t.id
    where h.id is null and ${isOfMerchant(slice, transactionsAlias)} and ${isInDaySlice(slice, sql`t.id`)}`,
  // With the days of its end, so that no slice hashes them all.
  "a closed month has its hash": (slice) => sql`
    select merchant_id, month as subject, 'changed totals or hashes' as found
    from month_closings k where ${isOfMerchant(slice, sql`k`)} and ${
      slice
        ? sql`ends_at > ${slice.begins}::timestamptz and ends_at <= ${slice.ends}::timestamptz`
        : sql`true`
    } and hash <> closing_hash(k)`,
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
  "a closed month has the hash of the month before": (slice) => sql`
    select merchant_id, month as subject, 'another month before it' as found
    from (select merchant_id, month, previous_hash,
        lag(hash) over (partition by merchant_id order by month) as before
      from month_closings k where ${isOfMerchant(slice, sql`k`)}) k
    where previous_hash is distinct from before`,
  "a closed month is in the audit log with its hash": (slice) => sql`
    select a.merchant_id, a.subject_id as subject,
      case when k.month is null then 'no longer closed' else 'closed with another hash' end as found
    from audit_log a left join month_closings k
      on k.merchant_id = a.merchant_id and k.month = a.subject_id
    where a.action = 'month.closed' and ${isOfMerchant(slice, sql`a`)}
      and k.hash is distinct from decode(a.details ->> 'hash', 'hex')`,
  "cards are counted": (slice) => sql`
    select merchant_id, concat_ws(' ', status, card_type) as subject,
      format('counted %s, there are %s', coalesce(counted, 0), coalesce(there, 0)) as found
    from (select c.merchant_id, c.status, c.card_type, count(*) as there from cards c
      where ${isOfMerchant(slice, cardsAlias)} group by 1, 2, 3) a
    full join (select k.merchant_id, k.status, k.card_type, sum(k.count) as counted
      from card_counts k where ${isOfMerchant(slice, sql`k`)} group by 1, 2, 3) b
      using (merchant_id, status, card_type)
    where coalesce(counted, 0) <> coalesce(there, 0)`,
  "expired balances are summed up": (slice) => sql`
    select merchant_id, currency as subject,
      format('%s cards with %s, there are %s with %s', t.cards, t.cents, e.cards, e.cents) as found
    from (select merchant_id, currency, count(*) as cards, sum(balance_cents) as cents
      from expired_balances e where ${isOfMerchant(slice, sql`e`)} group by 1, 2) e
    full join (select merchant_id, currency, cards, balance_cents as cents
      from expired_totals t where ${isOfMerchant(slice, transactionsAlias)} and cards <> 0) t using (merchant_id, currency)
    where (e.cards, e.cents) is distinct from (t.cards, t.cents)`,
  "the balances of all cards are what the totals say": (slice) => sql`
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
  "the cards of a batch are what its totals say": batchProblems,
  "escrow is the sum of the pending gifts": (slice) => sql`
    select merchant_id, currency as subject,
      format('escrow %s, pending gifts %s', coalesce(held, 0), coalesce(waiting, 0)) as found
    from (select merchant_id, currency, -sum(cents) as held from (${amountsMovedOn(slice, "escrow")}) m
      group by 1, 2) a
    full join (select g.merchant_id, g.currency, sum(g.amount_cents) as waiting from gifts g
      where g.status = 'pending' and ${isOfMerchant(slice, giftsAlias)} group by 1, 2) b using (merchant_id, currency)
    where coalesce(held, 0) <> coalesce(waiting, 0)`,
  "what was transferred is cleared": (slice) => sql`
    select merchant_id, currency as subject,
      format('accounts %s, transfers %s', coalesce(cleared, 0), coalesce(moved, 0)) as found
    from (select merchant_id, currency, sum(cents) as cleared
      from (${amountsMovedOn(slice, "transfer_clearing", "fx")}) m group by 1, 2) a
    full join (select x.merchant_id, x.currency,
        sum(case when x.direction = 'in' then x.amount_cents else -x.amount_cents end) as moved
      from transfers x where ${isOfMerchant(slice, transfersAlias)} group by 1, 2) b using (merchant_id, currency)
    where coalesce(cleared, 0) <> coalesce(moved, 0)`,
  "what stores owe each other is what was transferred and not paid": (slice) => sql`
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
