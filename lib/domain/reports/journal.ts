import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { batchesOf } from "@/lib/base/page";
import { db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import {
  readClosedDays,
  totalsByDaySql,
  withClosedDaysOnReplica,
} from "@/lib/ledger/closing/totals";
import type { CounterAccount, TransactionType } from "@/lib/ledger/post/records";

export const JOURNAL_GROUPINGS = ["day", "movement"] as const;

export type JournalRequest = {
  /** Days in the store's time zone (YYYY-MM-DD), both inclusive. */
  from: string;
  to: string;
  by: (typeof JOURNAL_GROUPINGS)[number];
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
  if (request.to < request.from) throw invalidField("to", "must not be before from");
  const { merchantId } = ctx;
  const exported = { action: "journal.exported", subjectId: merchantId, details: request } as const;
  await audit(db(), authorOf(ctx), exported);
  if (request.by === "day") yield await dayEntries(merchantId, request);
  else yield* movementEntries(merchantId, request);
}

type DayRow = Omit<Entry, "id" | "cents" | "movements" | "reference" | "cardId"> & {
  cents: string;
  movements: string;
};

const dayEntries = (merchantId: string, { from, to, currency }: JournalRequest): Promise<Entry[]> =>
  withClosedDaysOnReplica(merchantId, async (tx, books) => {
    const rows = await tx.execute<DayRow>(sql`
      select day::text as date, type, counter_account as "counterAccount", currency,
        abs(sum(cents))::text as cents, sum(count)::text as movements
      from (${totalsByDaySql(merchantId, books, from)}) t
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

async function* movementEntries(
  merchantId: string,
  { from, to, currency }: JournalRequest,
): AsyncGenerator<Entry[]> {
  const { zone } = await db().transaction((tx) => readClosedDays(tx, merchantId));
  type Row = Omit<Entry, "cents" | "movements"> & { cents: string };
  yield* batchesOf(async (after, limit) => {
    const query = sql`
      select id, (created_at at time zone ${zone})::date::text as date, type,
        counter_account as "counterAccount", amount_cents::text as cents, currency,
        reference_id as reference, card_id as "cardId"
      from transactions
      where merchant_id = ${merchantId}
        and id >= first_id_at(day_start(${from}::date, ${zone}))
        and id < first_id_at(day_start(${to}::date + 1, ${zone}))
        ${currency ? sql`and currency = ${currency}` : sql``}
        ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${limit}`;
    const rows = await readFromReplica((conn) => conn.execute<Row>(query));
    return rows.map(({ cents, ...row }) => ({ ...row, cents: BigInt(cents), movements: 1 }));
  });
}
