import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { BEFORE_ALL_IDS } from "@/lib/base/ids";
import { log } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, extendStatementTimeout, pg, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { ledgerChecks } from "@/lib/db/schema/ledger-checks";
import { transactions } from "@/lib/db/schema/transactions";
import { workInTurn } from "@/lib/ledger/closing/stores-in-turn";
import { readClosedDays } from "@/lib/ledger/closing/totals";
import { MAX_PROBLEMS, runChecks } from "./verify";
import { CARD_CHECKS, type Problem } from "./verify-cards";
import { DAY_CHECKS, STORE_CHECKS } from "./verify-checks";
import { problemsBetweenBuckets } from "./verify-transfers";

const CARDS_PER_SLICE = 500;
const DAYS_PER_SLICE = 7;

type State = typeof ledgerChecks.$inferSelect;
type Step = Pick<State, "phase" | "cursor"> & {
  cards?: number;
  transactions?: number;
  problems: Problem[];
  finished?: true;
};

export type CheckedCounts = { stores: number; passes: number; problems: number };

/**
 * Runs the checks of `scrip ledger verify` in slices until the time limit; the next run continues where this
 * one stopped. `stores` are merchant ids; by default all stores of the bucket, longest waiting first.
 */
export async function verifySlices(stores?: string[]): Promise<CheckedCounts> {
  const checked = { passes: 0, problems: 0 };
  const slice = async (merchantId: string) => {
    const step = await verifySlice(merchantId);
    if (!step?.finished) return step !== null;
    const { problems } = step;
    checked.passes++;
    checked.problems += problems.length;
    if (problems.length > 0) log().error({ merchantId, problems }, "the ledger is out of balance");
    return false;
  };
  const job = { progress: ledgerChecks, slice, failure: "the ledger wasn't checked" };
  return { stores: await workInTurn(job, stores), ...checked };
}

export type LedgerChecks = { oldest: number | null; problems: number };

/**
 * The result of the last complete checks of the bucket's stores: when that of the store that has waited longest ended
 * (epoch seconds; a store without one counts from its creation), and the problems that they found. Null without a store.
 */
export async function checksSummary(): Promise<LedgerChecks> {
  const [row] = await pg()<[LedgerChecks]>`
    select extract(epoch from min(coalesce(finished_at, m.created_at)))::float8 as oldest,
      coalesce(sum(jsonb_array_length(finished_problems)), 0)::int as problems
    from merchants m left join ledger_checks c on c.merchant_id = m.id
    where m.bucket = ${currentBucket()}`;
  return row;
}

/** Checks one slice in one snapshot and one commit. Null if another run is working on the store. */
const verifySlice = (merchantId: string): Promise<Step | null> =>
  db().transaction(
    async (tx) => {
      await extendStatementTimeout(tx, 60);
      const [state] = await tx
        .select()
        .from(ledgerChecks)
        .where(eq(ledgerChecks.merchantId, merchantId))
        .for("update", { skipLocked: true });
      if (!state) return null;
      const step = await PHASES[state.phase](tx, state);
      await record(tx, state, step);
      return step;
    },
    { isolationLevel: "repeatable read" },
  );

const PHASES: Record<State["phase"], (tx: Tx, state: State) => Promise<Step>> = {
  async cards(tx, { merchantId, cursor }) {
    const after = cursor ?? BEFORE_ALL_IDS;
    const ids = await tx
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), gt(cards.id, after)))
      .orderBy(asc(cards.id))
      .limit(CARDS_PER_SLICE);
    const upTo = ids.at(-1)?.id;
    if (!upTo) return { phase: "days", cursor: null, problems: [] };
    const slice = { merchantId, after, upTo };
    const problems = await runChecks(tx, CARD_CHECKS, slice);
    problems.push(...(await problemsBetweenBuckets(tx, slice, MAX_PROBLEMS)));
    const counted = await tx.$count(
      transactions,
      sql`${transactions.merchantId} = ${merchantId} and ${transactions.cardId} > ${after}
        and ${transactions.cardId} <= ${upTo}`,
    );
    return { phase: "cards", cursor: upTo, cards: ids.length, transactions: counted, problems };
  },

  async days(tx, { merchantId, cursor }) {
    const { zone, until } = await readClosedDays(tx, merchantId);
    const [span] = await tx.execute<{ from: string; to: string; begins: string; ends: string }>(sql`
      select "from"::text, "to"::text, day_start("from", ${zone})::text as begins,
        day_start("to", ${zone})::text as ends
      from (select "from", least("from" + ${DAYS_PER_SLICE}::int, closed) as "to", closed
        from (select (${until}::timestamptz at time zone ${zone})::date as closed,
          ${cursor ? sql`${cursor}::date` : firstDay(merchantId, zone)} as "from") a) b
      where "from" < closed`);
    if (!span) return { phase: "sums", cursor: null, problems: [] };
    const problems = await runChecks(tx, DAY_CHECKS, { merchantId, ...span });
    return { phase: "days", cursor: span.to, problems };
  },

  async sums(tx, { merchantId, problems }) {
    const { until, batchesUntil } = await readClosedDays(tx, merchantId);
    const found = await runChecks(tx, STORE_CHECKS, { merchantId, until, batchesUntil });
    const cardProblems = problems.map((problem) => ({ ...problem, merchantId }));
    return { phase: "cards", cursor: null, problems: [...cardProblems, ...found], finished: true };
  },
};

/** The earliest day with a transaction or a daily total, or that had one when its month was closed. */
const firstDay = (merchantId: string, zone: string): SQL => sql`least(
  (select (created_at at time zone ${zone})::date from transactions
    where merchant_id = ${merchantId} order by id limit 1),
  (select min(day) from daily_totals where merchant_id = ${merchantId}),
  (select (instant_of(ids[1]) at time zone ${zone})::date from closed_transactions
    where merchant_id = ${merchantId} order by month, number limit 1))`;

async function record(tx: Tx, state: State, step: Step): Promise<void> {
  const found = step.problems.map(({ check, subject, found }) => ({ check, subject, found }));
  const seen = {
    cards: state.cards + (step.cards ?? 0),
    transactions: state.transactions + (step.transactions ?? 0),
    problems: step.finished ? [] : [...state.problems, ...found].slice(0, MAX_PROBLEMS),
  };
  const finished = step.finished && {
    cards: 0,
    transactions: 0,
    finishedAt: sql`statement_timestamp()`,
    finishedCards: seen.cards,
    finishedTransactions: seen.transactions,
    finishedProblems: found.slice(0, MAX_PROBLEMS),
  };
  await tx
    .update(ledgerChecks)
    .set({
      ...seen,
      ...finished,
      phase: step.phase,
      cursor: step.cursor,
      workedAt: sql`statement_timestamp()`,
    })
    .where(eq(ledgerChecks.merchantId, state.merchantId));
}
