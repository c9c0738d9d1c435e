import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { transactions } from "../db/schema/transactions";
import { transfers } from "../db/schema/transfers";

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

const MONTH = sql<string>`to_char(${transfers.createdAt} at time zone 'UTC', 'YYYY-MM')`;

/**
 * Reads what this store owes other stores for transfers, and what they owe it, by month, store and pair of
 * currencies, newest month first. Computed from the ledger, so both sides see the same amounts.
 */
export async function readSettlement({ merchantId }: Ctx): Promise<SettlementLine[]> {
  const rows = await db()
    .select({
      month: MONTH,
      direction: transfers.direction,
      otherStore: merchants.name,
      currency: transfers.currency,
      counterCurrency: transfers.counterCurrency,
      transfers: sql<number>`count(*)`.mapWith(Number),
      ownCents: sql<bigint>`sum(${transactions.amountCents})`.mapWith(BigInt),
      counterCents: sql<bigint>`sum(${transfers.counterAmountCents})`.mapWith(BigInt),
    })
    .from(transfers)
    .innerJoin(
      transactions,
      and(
        eq(transactions.merchantId, transfers.merchantId),
        eq(transactions.id, transfers.transactionId),
      ),
    )
    .innerJoin(merchants, eq(merchants.id, transfers.counterMerchantId))
    .where(eq(transfers.merchantId, merchantId))
    .groupBy(
      MONTH,
      transfers.direction,
      merchants.id,
      transfers.currency,
      transfers.counterCurrency,
    )
    .orderBy(
      sql`1 desc`,
      merchants.name,
      merchants.id,
      sql`${transfers.direction} desc`,
      transfers.currency,
      transfers.counterCurrency,
    )
    .limit(MAX_LINES);
  return rows.map(({ currency, counterCurrency, ownCents, counterCents, ...line }) =>
    line.direction === "out"
      ? {
          ...line,
          owedCents: ownCents,
          owedCurrency: currency,
          creditedCents: counterCents,
          creditedCurrency: counterCurrency,
        }
      : {
          ...line,
          owedCents: counterCents,
          owedCurrency: counterCurrency,
          creditedCents: ownCents,
          creditedCurrency: currency,
        },
  );
}

/** Exports the lines of readSettlement(). The export is audited. */
export async function* exportSettlement(ctx: Ctx): AsyncGenerator<SettlementLine[]> {
  await audit(db(), authorOf(ctx), {
    action: "settlement.exported",
    subjectId: ctx.merchantId,
  });
  yield await readSettlement(ctx);
}
