import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { transactions } from "../db/schema/transactions";
import { transfers } from "../db/schema/transfers";

/** What one store owes another for the transfers of a month between two currencies. */
export type SettlementLine = {
  /** YYYY-MM, in UTC: the two stores' own months may differ. */
  month: string;
  /** Whether this store owes (out) or is owed (in). */
  direction: "out" | "in";
  otherStore: string;
  transfers: number;
  /** What left the cards of the store that owes, in minor units: what is to be settled. */
  owedCents: bigint;
  owedCurrency: string;
  /** What reached the cards of the store that is owed. */
  creditedCents: bigint;
  creditedCurrency: string;
};

/** More lines than a page or a file should hold are left out, the oldest first. */
const MAX_LINES = 2_000;

const MONTH = sql<string>`to_char(${transfers.createdAt} at time zone 'UTC', 'YYYY-MM')`;

/**
 * What this store owes others for transfers, and they to it, by month, store and pair of currencies,
 * the newest month first: summed up from the ledger, to the same figures on both sides.
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

/** The same lines for a file. Who took it is in the audit log. */
export async function* exportSettlement(ctx: Ctx): AsyncGenerator<SettlementLine[]> {
  await audit(db(), authorOf(ctx), {
    action: "settlement.exported",
    subjectId: ctx.merchantId,
  });
  yield await readSettlement(ctx);
}
