import { type SQL, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";

export type Problem = { check: string; merchantId: string; subject: string; found: string };

export type Verification = {
  ok: boolean;
  cards: number;
  transactions: number;
  /** At most the first hundred of each check. */
  problems: Problem[];
};

const MAX_PROBLEMS = 100;

/** Each gives rows of (merchant_id, subject, found): what should be empty. */
const CHECKS: Record<string, SQL> = {
  "a card's balance is the sum of its movements": sql`
    select c.merchant_id, c.id::text as subject,
      format('balance %s, movements %s', c.balance_cents, coalesce(moved, 0)) as found
    from cards c left join lateral (
      select sum(signed_cents(t.type, t.amount_cents)) as moved from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id and t.status <> 'failed') m on true
    where c.balance_cents <> coalesce(moved, 0)`,
  "a card's sequence has no gap": sql`
    select c.merchant_id, c.id::text as subject,
      format('sequence %s, %s transactions up to %s', c.sequence, n, last) as found
    from cards c left join lateral (
      select count(*) as n, coalesce(max(t.sequence), 0) as last from transactions t
      where t.merchant_id = c.merchant_id and t.card_id = c.id) t on true
    where n <> last or last <> c.sequence - (c.status = 'disabled')::int`,
  "a transaction follows from the one before it": sql`
    select merchant_id, id::text as subject,
      format('%s after %s and %s of %s', balance_after_cents, before, type, amount_cents) as found
    from (select *, coalesce(lag(balance_after_cents) over card, 0) as before from transactions
      window card as (partition by merchant_id, card_id order by sequence)) t
    where balance_after_cents <> before + signed_cents(type, amount_cents)`,
  "a transaction is in its card's currency": sql`
    select t.merchant_id, t.id::text as subject, format('%s on %s', t.currency, c.currency) as found
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
    where t.currency <> c.currency`,
  "every movement told its events": sql`
    select t.merchant_id, t.id::text as subject, 'no event' as found from transactions t
    where created_at > now() - interval '90 days' and not exists (select from events e
      where e.merchant_id = t.merchant_id and e.card_id = t.card_id and e.sequence = t.sequence)`,
  "cards are counted": sql`
    select merchant_id, concat_ws(' ', status, card_type) as subject,
      format('counted %s, there are %s', coalesce(counted, 0), coalesce(there, 0)) as found
    from (select merchant_id, status, card_type, count(*) as there from cards group by 1, 2, 3) a
    full join (select merchant_id, status, card_type, sum(count) as counted from card_counts
      group by 1, 2, 3) b using (merchant_id, status, card_type)
    where coalesce(counted, 0) <> coalesce(there, 0)`,
  "closed days are rolled up": sql`
    select merchant_id, concat_ws(' ', day, type, status, counter_account, currency) as subject,
      format('rolled up %s of %s, there are %s of %s', b.count, b.amount, a.count, a.amount) as found
    from (select t.merchant_id,
        (t.created_at at time zone coalesce(m.closed_zone, m.time_zone))::date as day, type, status,
        counter_account, t.currency, count(*) as count, sum(amount_cents) as amount
      from transactions t join merchants m on m.id = t.merchant_id
      where t.id < first_id_at(m.rolled_up_until) group by 1, 2, 3, 4, 5, 6) a
    full join (select *, amount_cents as amount from daily_totals) b
      using (merchant_id, day, type, status, counter_account, currency)
    where (a.count, a.amount) is distinct from (b.count, b.amount)`,
  "a wallet's card is its consumer's, in its currency": sql`
    select w.merchant_id, w.id::text as subject, 'another owner or currency' as found
    from wallets w join cards c on c.merchant_id = w.merchant_id and c.id = w.card_id
    where (w.consumer_id, w.currency) is distinct from (c.owner_id, c.currency)`,
  "every owner is a customer": sql`
    select distinct c.merchant_id, c.owner_id::text as subject, 'not in the list' as found
    from cards c join consumers on consumers.id = c.owner_id
    left join customers k on k.merchant_id = c.merchant_id and k.consumer_id = c.owner_id
    where k.email is distinct from consumers.email`,
};

/** Recomputes everything that the ledger keeps as a running figure, in one snapshot. */
export const verify = (): Promise<Verification> =>
  db().transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const [counts] = await tx.execute<{ cards: string; transactions: string }>(sql`
        select (select count(*) from cards) as cards,
          (select count(*) from transactions) as transactions`);
      const problems: Problem[] = [];
      for (const [check, query] of Object.entries(CHECKS)) {
        problems.push(...(await failures(tx, check, query)));
      }
      return {
        ok: problems.length === 0,
        cards: Number(counts?.cards),
        transactions: Number(counts?.transactions),
        problems,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

async function failures(tx: Tx, check: string, query: SQL): Promise<Problem[]> {
  const rows = await tx.execute<{ merchant_id: string; subject: string; found: string }>(
    sql`${query} limit ${MAX_PROBLEMS}`,
  );
  return rows.map(({ merchant_id, subject, found }) => ({
    check,
    merchantId: merchant_id,
    subject,
    found,
  }));
}
