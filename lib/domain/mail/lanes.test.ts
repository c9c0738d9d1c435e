import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { claimMails } from "./jobs";

beforeEach(async () => {
  await pg()`delete from outbox`;
});

/** Queues emails that have been due for this long. Returns their store. */
async function queue(count: number, minutes: number, store: string | null = newId()) {
  await pg()`insert into outbox (id, merchant_id, kind, payload, next_attempt_at)
    select gen_random_uuid(), ${store}, 'email', '{}', now() - ${minutes} * interval '1 minute'
    from generate_series(1, ${count})`;
  return store;
}

/** How many of so many emails that are sent one after the other belong to this store, or to none. */
async function countAmong(sent: number, store: string | null): Promise<number> {
  let count = 0;
  for (let n = 0; n < sent; n++) {
    const [job] = await claimMails(1);
    if (job?.merchantId === store) count++;
  }
  return count;
}

test("people who wait to sign in, and other stores, are not held up by 30,000 older mails of one store", async () => {
  await queue(30_000, 60);
  const other = await queue(200, 1);
  await queue(200, 0.5, null);
  // Each of 60 is for people with a chance of 80 %.
  expect(await countAmong(60, null)).toBeGreaterThan(20);
  await pg()`delete from outbox where merchant_id is null`;
  expect(await countAmong(60, other)).toBeGreaterThan(10);
});
