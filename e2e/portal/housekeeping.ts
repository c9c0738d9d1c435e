import type { Sql } from "postgres";
import { baseUrl } from "../support/client";
import { expect } from "../support/test";

/** Has housekeeping run until `done`; it goes on to the other stores, for which nobody waits. */
async function keepHouseUntil(done: () => Promise<boolean>) {
  let isRunning = false;
  const look = async () => {
    if (await done()) return true;
    if (!isRunning) {
      isRunning = true;
      fetch(`${baseUrl()}/api/cron/housekeeping`, {
        headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
      })
        .catch(() => {})
        .finally(() => {
          isRunning = false;
        });
    }
    return false;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [100, 250] }).toBe(true);
}

/** Lets housekeeping sum up a store's last closed day, before those of the other stores. */
export async function sumUpBooks(sql: Sql, merchantId: string) {
  await sql`insert into ageing_runs (merchant_id, worked_at)
    select id, now() from merchants where id <> ${merchantId} on conflict do nothing`;
  await keepHouseUntil(async () => {
    const [run] = await sql`select finished_day from ageing_runs
      where merchant_id = ${merchantId}`;
    return Boolean(run?.finished_day);
  });
}

/** Lets housekeeping go through a store's books, before those of the other stores. */
export async function checkBooks(sql: Sql, merchantId: string) {
  await sql`delete from ledger_checks where merchant_id = ${merchantId}`;
  await sql`insert into ledger_checks (merchant_id, worked_at)
    select id, now() from merchants where id <> ${merchantId} on conflict do nothing`;
  await keepHouseUntil(async () => {
    const [row] = await sql`select finished_at from ledger_checks
      where merchant_id = ${merchantId}`;
    return Boolean(row?.finished_at);
  });
}
