import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { audit, authorOf } from "@/lib/domain/audit/audit";

/** What one store owes another for a month's transfers between two currencies. */
export type SettlementLine = {
  /** YYYY-MM, in UTC because the stores can be in different time zones. */
  month: string;
  /** Whether this store owes (out) or is owed (in). */
  direction: "out" | "in";
  otherStore: string;
  transfers: number;
  /** The amount to settle, in minor units: what left the cards of the store that owes. */
  owedCents: bigint;
  owedCurrency: string;
  /** What reached the cards of the store that is owed, in minor units. */
  creditedCents: bigint;
  creditedCurrency: string;
};

/** The most lines on a page or in a file; older ones are left out. */
const MAX_LINES = 2_000;

/**
 * Reads what this store owes other stores for transfers, and what they owe it, by month, store and pair of
 * currencies, newest month first. Computed from the ledger, so both sides see the same amounts.
 */
export async function readSettlement({ merchantId }: Ctx): Promise<SettlementLine[]> {
  type Row = Pick<SettlementLine, "month" | "direction" | "otherStore" | "transfers">;
  type Sums = { own: string; counter: string; currency: string; counterCurrency: string };
  const query = sql`
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month, t.direction,
      store.name as "otherStore", t.currency, t.counter_currency as "counterCurrency",
      count(*)::int as transfers, sum(own.amount_cents)::text as own,
      sum(t.counter_amount_cents)::text as counter
    from transfers t
    join transactions own on own.merchant_id = t.merchant_id and own.id = t.transaction_id
    join merchants store on store.id = t.counter_merchant_id
    where t.merchant_id = ${merchantId}
    group by 1, 2, store.id, 4, 5
    order by 1 desc, store.name, store.id, t.direction desc, 4, 5
    limit ${MAX_LINES}`;
  const rows = await readFromReplica((from) => from.execute<Row & Sums>(query));
  return rows.map(({ own, counter, currency, counterCurrency, ...line }) => {
    const mine = { cents: BigInt(own), currency };
    const theirs = { cents: BigInt(counter), currency: counterCurrency };
    const [owed, credited] = line.direction === "out" ? [mine, theirs] : [theirs, mine];
    return {
      ...line,
      owedCents: owed.cents,
      owedCurrency: owed.currency,
      creditedCents: credited.cents,
      creditedCurrency: credited.currency,
    };
  });
}

/** Exports the lines of readSettlement(). The export is audited. */
export async function* exportSettlement(ctx: Ctx): AsyncGenerator<SettlementLine[]> {
  const subjectId = ctx.merchantId;
  await audit(db(), authorOf(ctx), { action: "settlement.exported", subjectId });
  yield await readSettlement(ctx);
}
