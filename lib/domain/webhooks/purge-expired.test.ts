import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { purgeMail } from "@/lib/domain/mail/jobs";
import { purgeExpired } from "@/lib/ledger/idempotency/purge-expired";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { createStore } from "@/lib/testing/store";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { purgeDeliveries } from "./purge-expired";

useDatabasePerTest();

test("deliveries go after 90 days, held ones after 30, their attempts and events with them; younger ones stay", async () => {
  const { merchantId: id } = await storeWithWebhook({ debits: 5 });
  const sql = pg();
  const ages = [
    ["delivered", 91],
    ["delivered", 89],
    ["held", 31],
    ["held", 29],
    ["failed", 91],
  ] as const;
  for (const [n, [status, days]] of ages.entries()) {
    await asOwner(
      (owner) => owner`update events
      set created_at = now() - ${days} * interval '1 day' where sequence = ${n + 2}`,
    );
    await sql`update webhook_deliveries d
      set status = ${status}, created_at = now() - ${days} * interval '1 day'
      from events e where e.id = d.event_id and sequence = ${n + 2}`;
  }
  await sql`insert into webhook_attempts (merchant_id, id, webhook_id, delivery_id, number, url,
      duration_ms)
    select merchant_id, gen_random_uuid(), webhook_id, id, number, 'https://example.com', 1
    from webhook_deliveries, generate_series(1, 2) number where merchant_id = ${id}`;
  expect(await purgeDeliveries()).toEqual({ deliveries: 3, events: 4 });
  const kept = await sql`select status, (select count(*)::int from webhook_attempts a
      where a.delivery_id = d.id) as attempts from webhook_deliveries d order by status`;
  expect(kept).toEqual([
    { status: "delivered", attempts: 2 },
    { status: "held", attempts: 2 },
  ]);
  expect(await sql`select from webhook_attempts`).toHaveLength(4);
  expect(await purgeDeliveries()).toEqual({ deliveries: 0, events: 0 });
});

test("what a webhook leaves behind goes an hour after it was deleted, however young; its events stay", async () => {
  const { merchantId: gone } = await storeWithWebhook({ debits: 1 });
  const { merchantId: justDeleted } = await storeWithWebhook({ debits: 1 });
  const sql = pg();
  for (const [id, minutes] of [
    [gone, 120],
    [justDeleted, 1],
  ] as const) {
    await sql`update webhooks set active = false, disabled_at = now(),
        deleted_at = now() - ${minutes} * interval '1 minute' where merchant_id = ${id}`;
  }
  expect(await purgeDeliveries()).toEqual({ deliveries: 1, events: 0 });
  const left = await sql`select merchant_id as id from webhook_deliveries
    where merchant_id = any(${[gone, justDeleted]}::uuid[])`;
  expect(left).toEqual([{ id: justDeleted }]);
});

test("kept answers go after 24 hours, limits that nobody uses after 25, mail after 90 days", async () => {
  const { id } = await createStore();
  const sql = pg();
  await sql`insert into idempotency_keys (merchant_id, key, fingerprint, shape, request_id, answer,
      created_at)
    select ${id}, 'k' || hours, '', 'A', 'r', '{}', now() - hours * interval '1 hour'
    from unnest(array[23, 25]) hours`;
  await sql`insert into rate_limits (subject, bucket, hits)
    select 's' || hours, 'b', array[now() - hours * interval '1 hour']
    from unnest(array[24, 26]) hours`;
  await sql`insert into outbox (id, merchant_id, kind, payload, status, created_at)
    select gen_random_uuid(), ${id}, 'email', '{}', status, now() - interval '91 days'
    from unnest(array['done', 'failed', 'pending']) status`;
  expect(await purgeExpired()).toMatchObject({ idempotencyKeys: 1, rateLimits: 1 });
  expect(await purgeMail()).toEqual({ mails: 2 });
});
