import { and, asc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { transactions } from "../db/schema/transactions";
import { invalid } from "../errors";
import type { CounterAccount, TransactionType } from "../ledger/records";
import { type ClosedDays, readClosedDays, totals, withClosedDays } from "../ledger/totals";
import { batchesOf } from "../page";

export const JOURNAL_BY = ["day", "movement"] as const;

export type JournalRequest = {
  /** Days in the store's time zone (YYYY-MM-DD), both inclusive. */
  from: string;
  to: string;
  by: (typeof JOURNAL_BY)[number];
  currency?: string | undefined;
};

/** A journal entry: debits one account and credits another by `cents` (minor units). */
export type Entry = {
  id: string;
  date: string;
  type: TransactionType;
  counterAccount: CounterAccount;
  cents: bigint;
  currency: string;
  /** Number of movements in this entry. */
  movements: number;
  reference: string | null;
  cardId: string | null;
};

/**
 * Exports the ledger for a range of days as double entries: one per day and kind of movement, or one per
 * movement. Yields them in batches. Includes pending movements. The export is audited.
 * Refuses: invalid_request (to, before from).
 */
export async function* exportJournal(ctx: Ctx, request: JournalRequest): AsyncGenerator<Entry[]> {
  if (request.to < request.from) throw invalid("to", "must not be before from");
  await audit(db(), authorOf(ctx), {
    action: "journal.exported",
    subjectId: ctx.merchantId,
    details: { ...request },
  });
  const { merchantId } = ctx;
  if (request.by === "day") yield await days(merchantId, request);
  else yield* movements(merchantId, request);
}

type DayRow = Omit<Entry, "id" | "cents" | "movements" | "reference" | "cardId"> & {
  cents: string;
  movements: string;
};

const days = (merchantId: string, { from, to, currency }: JournalRequest): Promise<Entry[]> =>
  withClosedDays(merchantId, async (tx, books) => {
    const rows = await tx.execute<DayRow>(sql`
      select day::text as date, type, counter_account as "counterAccount", currency,
        abs(sum(cents))::text as cents, sum(count)::text as movements
      from (${totals(merchantId, books, from)}) t
      where day <= ${to}::date and ${currency ? sql`currency = ${currency}` : sql`true`}
      group by 1, 2, 3, 4 order by 1, currency, type, counter_account`);
    return rows.map(({ cents, movements: count, ...row }) => ({
      ...row,
      id: [row.date, row.currency, row.type, row.counterAccount].join(" "),
      cents: BigInt(cents),
      movements: Number(count),
      reference: null,
      cardId: null,
    }));
  });

async function* movements(merchantId: string, request: JournalRequest): AsyncGenerator<Entry[]> {
  const books = await db().transaction((tx) => readClosedDays(tx, merchantId));
  const within = and(eq(transactions.merchantId, merchantId), ...conditions(books, request));
  yield* batchesOf(async (after, limit) => {
    const rows = await db()
      .select({
        id: transactions.id,
        date: sql<string>`(${transactions.createdAt} at time zone ${books.zone})::date::text`,
        type: transactions.type,
        counterAccount: transactions.counterAccount,
        amountCents: transactions.amountCents,
        currency: transactions.currency,
        reference: transactions.referenceId,
        cardId: transactions.cardId,
      })
      .from(transactions)
      .where(and(within, after ? gt(transactions.id, after) : undefined))
      .orderBy(asc(transactions.id))
      .limit(limit);
    return rows.map(({ amountCents, ...row }) => ({
      ...row,
      cents: BigInt(amountCents),
      movements: 1,
    }));
  });
}

const conditions = (
  { zone }: ClosedDays,
  { from, to, currency }: JournalRequest,
): (SQL | undefined)[] => [
  gte(transactions.id, sql`first_id_at(day_start(${from}::date, ${zone}))`),
  lt(transactions.id, sql`first_id_at(day_start(${to}::date + 1, ${zone}))`),
  currency ? eq(transactions.currency, currency) : undefined,
];
