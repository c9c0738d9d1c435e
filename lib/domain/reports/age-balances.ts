import { and, asc, eq, gt, sql } from "drizzle-orm";
import { BEFORE_ALL_IDS } from "@/lib/base/ids";
import { db, extendStatementTimeout, type Tx, withRetries } from "@/lib/db/client/client";
import { ageingRuns } from "@/lib/db/schema/ageing";
import { cards } from "@/lib/db/schema/cards";
import { workInTurn } from "@/lib/ledger/closing/stores-in-turn";
import { readClosedDays } from "@/lib/ledger/closing/totals";

const CARDS_PER_SLICE = 1_000;

type Run = typeof ageingRuns.$inferSelect & { day: string; endedAt: Date };

/**
 * Computes the outstanding balance at the end of each store's last closed day by age and expiration, in
 * slices, and lists expired cards with a balance. The next run continues where this one stopped. `stores`
 * are merchant ids; by default all stores of the bucket, longest waiting first. Returns the number of completed snapshots.
 */
export async function ageBalances(stores?: string[]): Promise<number> {
  let finished = 0;
  const slice = async (merchantId: string) => {
    const state = await withRetries(() => ageSlice(merchantId));
    if (state === "finished") finished++;
    return state === "underway";
  };
  await workInTurn({ progress: ageingRuns, slice, failure: "balances were not aged" }, stores);
  return finished;
}

/** Works on one slice in one snapshot and one commit. Returns "idle" if there is nothing to do. */
const ageSlice = (merchantId: string): Promise<"idle" | "underway" | "finished"> =>
  db().transaction(
    async (tx) => {
      await extendStatementTimeout(tx, 60);
      const mine = eq(ageingRuns.merchantId, merchantId);
      const [state] = await tx
        .select()
        .from(ageingRuns)
        .where(mine)
        .for("update", { skipLocked: true });
      const run = state && (isUnderway(state) ? state : await begin(tx, state));
      if (!run) return "idle";
      const after = run.cursor ?? BEFORE_ALL_IDS;
      const ids = await tx
        .select({ id: cards.id })
        .from(cards)
        .where(and(eq(cards.merchantId, merchantId), gt(cards.id, after)))
        .orderBy(asc(cards.id))
        .limit(CARDS_PER_SLICE);
      const upTo = ids.at(-1)?.id;
      if (upTo) {
        await addSlice(tx, run, after, upTo);
        await collectExpired(tx, run, after, upTo);
      } else await purgeOldSnapshots(tx, run);
      const { day, endedAt } = run;
      const workedAt = sql`statement_timestamp()`;
      const finished = upTo ? {} : { finishedDay: day };
      await tx
        .update(ageingRuns)
        .set({ day, endedAt, cursor: upTo ?? null, ...finished, workedAt })
        .where(mine);
      return upTo ? "underway" : "finished";
    },
    { isolationLevel: "repeatable read" },
  );

const isUnderway = (state: typeof ageingRuns.$inferSelect): state is Run =>
  state.day !== null && state.endedAt !== null && state.day !== state.finishedDay;

/** Starts the snapshot of the last closed day. Null if it is already complete. */
async function begin(tx: Tx, state: typeof ageingRuns.$inferSelect): Promise<Run | null> {
  const { merchantId, finishedDay } = state;
  const { zone, until } = await readClosedDays(tx, merchantId);
  const [closed] = await tx.execute<{ day: string | null }>(sql`
    select ((${until}::timestamptz at time zone ${zone})::date - 1)::text as day`);
  if (!until || !closed?.day || (finishedDay !== null && finishedDay >= closed.day)) {
    await tx
      .update(ageingRuns)
      .set({ workedAt: sql`statement_timestamp()` })
      .where(eq(ageingRuns.merchantId, merchantId));
    return null;
  }
  await tx.execute(
    sql`delete from ageing where merchant_id = ${merchantId} and day = ${closed.day}`,
  );
  return { ...state, day: closed.day, endedAt: new Date(until), cursor: null };
}

/** Deletes older snapshots, except those of the last day of a month. */
const purgeOldSnapshots = (tx: Tx, { merchantId, day }: Run) =>
  tx.execute(sql`delete from ageing where merchant_id = ${merchantId} and day < ${day}::date
    and extract(month from day) = extract(month from day + 1)`);

/** The app's clock dates movements, and the database's clock dates cards. They differ by less than this. */
const MAX_CLOCK_SKEW_SQL = sql`interval '1 hour'`;

/** Adds a range of cards with their balances at the end of the day and their current expiration dates. */
async function addSlice(tx: Tx, run: Run, after: string, upTo: string): Promise<void> {
  const { merchantId, day } = run;
  const endedAt = run.endedAt.toISOString();
  const history = sql`t.merchant_id = ${merchantId} and t.card_id = c.id`;
  await tx.execute(sql`
    with cards_then as (
      select c.id, c.currency, c.expires_on, c.balance_cents - coalesce(since.cents, 0) as cents
      from cards c left join lateral (
        select sum(sign_of(t.type) * t.amount_cents) as cents from transactions t
        where ${history} and t.id >= first_id_at(${endedAt}::timestamptz)
          and c.updated_at >= ${endedAt}::timestamptz - ${MAX_CLOCK_SKEW_SQL}) since on true
      where c.merchant_id = ${merchantId} and c.id > ${after} and c.id <= ${upTo}
        and (c.balance_cents > 0 or c.updated_at >= ${endedAt}::timestamptz - ${MAX_CLOCK_SKEW_SQL})
    ), aged as (
      select c.currency, c.expires_on, c.cents, ${day}::date as ended,
        (loaded.at at time zone (select coalesce(closed_zone, time_zone) from merchants where id = ${merchantId}))::date
          as loaded_on
      from cards_then c left join lateral (
        select case when t.source = 'replacement'
          then last_funded_at(${merchantId}, c.id, ${endedAt}::timestamptz) else t.created_at end as at
        from transactions t
        where ${history} and sign_of(t.type) = 1 and t.id < first_id_at(${endedAt}::timestamptz)
          -- Refunds and reversals return older money, and what was reversed is gone.
          and t.counter_account <> 'redemption' and not exists (select from transactions r
            where r.merchant_id = t.merchant_id and r.original_transaction_id = t.id
              and r.source = 'reversal' and r.id < first_id_at(${endedAt}::timestamptz))
        order by t.sequence desc limit 1) loaded on true
      where c.cents > 0
    )
    insert into ageing as a (merchant_id, day, currency, age, expiry, cards, balance_cents)
    select ${merchantId}::uuid, ended, currency,
      case when loaded_on > ended - interval '3 months' then '3'
        when loaded_on > ended - interval '6 months' then '6'
        when loaded_on > ended - interval '12 months' then '12'
        when loaded_on > ended - interval '24 months' then '24' else 'over' end,
      case when expires_on is null then 'never' when expires_on <= ended then 'expired'
        when expires_on <= ended + interval '3 months' then '3'
        when expires_on <= ended + interval '6 months' then '6'
        when expires_on <= ended + interval '12 months' then '12'
        when expires_on <= ended + interval '24 months' then '24' else 'over' end,
      count(*), sum(cents)
    from aged group by 1, 2, 3, 4, 5
    on conflict (merchant_id, day, currency, age, expiry) do update set
      cards = a.cards + excluded.cards, balance_cents = a.balance_cents + excluded.balance_cents`);
}

/**
 * Updates the list of expired balances for the cards after `after` up to `upTo`, writing only differences.
 * If a card is topped up at the same time, waits for it and retries the slice.
 */
async function collectExpired(tx: Tx, { merchantId, day }: Run, after: string, upTo: string) {
  const found = sql`select merchant_id, id, currency, expires_on, balance_cents from cards c
    where c.merchant_id = ${merchantId} and c.id > ${after} and c.id <= ${upTo}
      and c.status = 'active' and c.balance_cents > 0 and c.expires_on <= ${day}::date`;
  await tx.execute(sql`${found} and not exists (select from expired_balances e
      where (e.merchant_id, e.card_id, e.expires_on, e.balance_cents)
        = (c.merchant_id, c.id, c.expires_on, c.balance_cents))
    order by id for share of c`);
  await tx.execute(sql`
    delete from expired_balances e
    where e.merchant_id = ${merchantId} and e.card_id > ${after} and e.card_id <= ${upTo}
      and (e.card_id, e.expires_on, e.balance_cents) not in (
        select id, expires_on, balance_cents from (${found}) still)`);
  await tx.execute(sql`
    insert into expired_balances (merchant_id, card_id, currency, expires_on, balance_cents)
      ${found} on conflict (merchant_id, card_id) do nothing`);
}
