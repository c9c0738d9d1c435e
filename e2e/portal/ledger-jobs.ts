import type { Sql } from "postgres";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDaysOf } from "@/lib/domain/reports/close-days";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";
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

/** Checks a store's ledger from its beginning. Returns the problems that it found. */
export async function checkLedger(sql: Sql, merchantId: string): Promise<unknown[]> {
  await sql`delete from ledger_checks where merchant_id = ${merchantId}`;
  const check = () => sql`select finished_at, finished_problems from ledger_checks
    where merchant_id = ${merchantId}`;
  await expect
    .poll(async () => {
      await verifySlices([merchantId]);
      const [row] = await check();
      return Boolean(row?.finished_at);
    })
    .toBe(true);
  return (await check())[0]?.finished_problems;
}

/** Adds $1.00 to a new card of $42.00 as if it had been sold 100 days ago, before the published totals. */
export async function topUpInThePast(sql: Sql, merchantId: string, cardId: string) {
  await sql`insert into transactions (merchant_id, id, card_id, sequence, type, status,
      counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
    select merchant_id, first_id_at(now() - interval '100 days'), card_id, 0 + 2, 'load',
      'completed', 'issuance', 100, 'USD', 4300, actor, request_id
    from transactions where card_id = ${cardId}`;
  await sql`update cards set balance_cents = 4300, sequence = 2 where id = ${cardId}`;
  await sql`insert into events (merchant_id, id, event, card_id, sequence, amount_cents, currency,
      new_balance_cents)
    values (${merchantId}, gen_random_uuid(), 'card.reloaded', ${cardId}, 2, 100, 'USD', 4300)`;
}
