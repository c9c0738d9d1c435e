import type { Sql } from "postgres";
import { verifySlices } from "@/lib/ledger/verify-slices";
import { ageBalances } from "@/lib/reports/age-balances";
import { closeDaysOf } from "@/lib/reports/close-days";
import { expect } from "../support/test";

// Each job for one store, because for all of them it would close the days that other tests still add to.

/** Publishes a store's daily totals and the ageing of its balances. */
export async function publishTotals(sql: Sql, merchantId: string) {
  await closeDaysOf(merchantId);
  await expect
    .poll(async () => {
      await ageBalances([merchantId]);
      const [run] = await sql`select finished_day from ageing_runs
        where merchant_id = ${merchantId}`;
      return Boolean(run?.finished_day);
    })
    .toBe(true);
}

/** Checks a store's ledger from its beginning. */
export async function checkLedger(sql: Sql, merchantId: string) {
  await sql`delete from ledger_checks where merchant_id = ${merchantId}`;
  await expect
    .poll(async () => {
      await verifySlices([merchantId]);
      const [row] = await sql`select finished_at from ledger_checks
        where merchant_id = ${merchantId}`;
      return Boolean(row?.finished_at);
    })
    .toBe(true);
}
