import { type SQL, sql } from "drizzle-orm";
import { currentBucket } from "@/lib/db/client/buckets";

/** A range of a merchant's cards, `after` exclusive and `upTo` inclusive; null means all cards. */
export type CardSlice = { merchantId: string; after: string; upTo: string } | null;

export type Problem = { check: string; merchantId: string; subject: string; found: string };

/** Each check selects problems as rows of (merchant_id, subject, found). */
export type Checks<Slice> = Record<string, (slice: Slice) => SQL>;

const isInCardSlice = (slice: CardSlice, table: SQL, card: SQL): SQL =>
  slice
    ? sql`${table}.merchant_id = ${slice.merchantId} and ${card} > ${slice.after} and ${card} <= ${slice.upTo}`
    : sql`true`;

export const cardsAlias = sql`c`;
export const transactionsAlias = sql`t`;
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
export const signedCents = sql`sign_of(t.type) * t.amount_cents`;

/** SQL condition on a transfer `x`. */
export const isTransferIn = (slice: CardSlice): SQL =>
  isInCardSlice(slice, transfersAlias, CARD_ID_COLUMNS.transfers);

/** Checks of a card and its transactions. */
export const CARD_CHECKS: Checks<CardSlice> = {
  "a card's balance is the sum of its transactions": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('balance %s, movements %s', c.balance_cents, coalesce(moved, 0)) as found
    from cards c left join lateral (
      select sum(${signedCents}) as moved from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) m on true
    where c.balance_cents <> coalesce(moved, 0) and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a card's sequence has no gaps": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('sequence %s, %s changes up to %s', c.sequence, n, last) as found
    from cards c left join lateral (
      select count(*) as n, coalesce(max(sequence), 0) as last from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) t on true
    -- A card was disabled in one change without a movement, after which its balance may have been written off.
    where case when c.status = 'disabled' then n <> c.sequence - 1 or last > c.sequence
        else n <> last or last <> c.sequence end
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a transaction follows from the one before it": (slice) => sql`
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
  "a reversal or refund matches its original": (slice) => sql`
    select t.merchant_id, t.id::text as subject,
      format('%s of %s, left to refund of %s: %s', t.source, t.amount_cents, o.amount_cents,
        refundable_cents(o.merchant_id, o.id, '{}'::transactions[])) as found
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
        or refundable_cents(o.merchant_id, o.id, '{}'::transactions[]) < 0)`,
  "every transaction has its events": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'no event' as found from transactions t
    where created_at > now() - interval '90 days' and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and not exists (select from events e where e.merchant_id = t.merchant_id
        and e.card_id = t.card_id and e.sequence = t.sequence)`,
  "a cashier's transaction matches its record at the till": (slice) => sql`
    select t.merchant_id, t.id::text as subject,
      format('%s of %s, at a till %s of %s', t.type, t.amount_cents, m.kind, m.amount_cents) as found
    from transactions t left join till_movements m
      on m.merchant_id = t.merchant_id and m.transaction_id = t.id
    where (t.actor like 'cashier:%' or m.transaction_id is not null)
      and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and (t.actor, t.amount_cents, t.currency, till_kind(t.type, m.kind = 'issued', t.counter_account, t.source))
        is distinct from ('cashier:' || m.cashier_id, m.amount_cents, m.currency, m.kind)`,
  "a wallet's card has the wallet's customer and currency": (slice) => sql`
    select w.merchant_id, w.id::text as subject, 'another owner or currency' as found
    from cards c join wallets w on w.merchant_id = c.merchant_id and w.card_id = c.id
    where (w.consumer_id, w.currency) is distinct from (c.owner_id, c.currency)
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a gift's status matches its transactions": (slice) => sql`
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
  "the two sides of a transfer match": (slice) => sql`
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
    where ${isTransferIn(slice)} and (t.id is null or o.id is null and exists (select from merchants m
      where m.id = x.counter_merchant_id and m.bucket = ${currentBucket()}))`,
  "a card's held balance is the sum of its holds": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('held %s, holds %s', c.held_cents, coalesce(h.held, 0)) as found
    from cards c left join (select h.merchant_id, h.card_id, sum(h.amount_cents) as held,
        sum(h.amount_cents) filter (where h.expires_at > store_now(h.merchant_id)) as open
      from holds h where h.status = 'held' and ${isInCardSlice(slice, holdsAlias, CARD_ID_COLUMNS.holds)}
      group by 1, 2) h on h.merchant_id = c.merchant_id and h.card_id = c.id
    where (c.held_cents <> coalesce(h.held, 0) or c.balance_cents < coalesce(h.open, 0))
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "a captured hold matches its redemption": (slice) => sql`
    select h.merchant_id, h.id::text as subject,
      format('%s of %s, redeemed %s', h.status, h.captured_cents, coalesce(t.amount_cents, 0)) as found
    from holds h left join lateral (select sum(amount_cents) as amount_cents from transactions
        where merchant_id = h.merchant_id and card_id = h.card_id and hold_id = h.id) t on true
    where h.captured_cents <> coalesce(t.amount_cents, 0)
      and ${isInCardSlice(slice, holdsAlias, CARD_ID_COLUMNS.holds)}`,
  "a replaced card is empty and has a new card": (slice) => sql`
    select c.merchant_id, c.id::text as subject,
      format('%s with %s and holds of %s, successor %s', c.status, c.balance_cents, c.held_cents, coalesce(s.id::text, 'missing')) as found
    from cards c left join cards s on s.merchant_id = c.merchant_id and s.id = c.replaced_by_id
      and s.currency = c.currency
    where c.replaced_by_id is not null
      and (s.id is null or c.status <> 'disabled' or c.balance_cents + c.held_cents <> 0)
      and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
  "the two sides of a replacement match": (slice) => sql`
    select t.merchant_id, t.id::text as subject, 'no other side' as found
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      left join cards p on p.merchant_id = t.merchant_id and p.replaced_by_id = t.card_id
    where t.source = 'replacement' and t.type in ('transfer_out', 'transfer_in')
      and ${isInCardSlice(slice, transactionsAlias, CARD_ID_COLUMNS.transactions)}
      and not exists (select from transactions o where o.merchant_id = t.merchant_id
        and o.card_id = case when t.type = 'transfer_out' then c.replaced_by_id else p.id end
        and o.source = 'replacement' and o.type <> t.type
        and (o.transfer_id, o.amount_cents, o.currency) = (t.transfer_id, t.amount_cents, t.currency))`,
  "a card's customer is on the customer list": (slice) => sql`
    select distinct c.merchant_id, c.owner_id::text as subject, 'not in the list' as found
    from cards c join consumers on consumers.id = c.owner_id
    left join customers k on k.merchant_id = c.merchant_id and k.consumer_id = c.owner_id
    where k.email is distinct from consumers.email and ${isInCardSlice(slice, cardsAlias, CARD_ID_COLUMNS.cards)}`,
};
