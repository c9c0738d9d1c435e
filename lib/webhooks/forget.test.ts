import { expect, test } from "vitest";
import { activate } from "../cards/activate";
import { create } from "../cards/create";
import { pg } from "../db/client";
import { sweep } from "../ledger/sweep";
import { forgetMail } from "../outbox/forget";
import { useTestDatabase } from "../testing/database";
import { createStore } from "../testing/store";
import { forgetDeliveries } from "./forget";

useTestDatabase();

test("deliveries go after 90 days, held ones after 30, and their events with them; younger ones stay", async () => {
  const { id, ctx } = await createStore();
  const sql = pg();
  await sql`insert into webhooks (merchant_id, id, url, events, sealed_secret)
    values (${id}, gen_random_uuid(), 'https://example.com', ${["card.activated"]}, 'x')`;
  const ages = [
    ["delivered", 91],
    ["delivered", 89],
    ["held", 31],
    ["held", 29],
    ["failed", 91],
  ] as const;
  for (const [status, days] of ages) {
    const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
    await activate(ctx(), { cardId: card.id, amountCents: 1 });
    await sql`update events set created_at = now() - ${days} * interval '1 day'
      where card_id = ${card.id}`;
    await sql`update webhook_deliveries d
      set status = ${status}, created_at = now() - ${days} * interval '1 day'
      from events e where e.id = d.event_id and e.card_id = ${card.id}`;
  }
  expect(await forgetDeliveries()).toEqual({ deliveries: 3, events: 4 });
  const kept = await sql`select status from webhook_deliveries order by status`;
  expect(kept.map((row) => row.status)).toEqual(["delivered", "held"]);
  expect(await forgetDeliveries()).toEqual({ deliveries: 0, events: 0 });
});

test("kept answers go after 24 hours, limits that nobody uses after two, mail after 90 days", async () => {
  const { id } = await createStore();
  const sql = pg();
  await sql`insert into idempotency_keys (merchant_id, key, fingerprint, shape, request_id, answer,
      created_at)
    select ${id}, 'k' || hours, '', 'A', 'r', '{}', now() - hours * interval '1 hour'
    from unnest(array[23, 25]) hours`;
  await sql`insert into rate_limits (subject, bucket, hits)
    select 's' || hours, 'b', array[now() - hours * interval '1 hour']
    from unnest(array[1, 3]) hours`;
  await sql`insert into outbox (id, merchant_id, kind, payload, status, created_at)
    select gen_random_uuid(), ${id}, 'email', '{}', status, now() - interval '91 days'
    from unnest(array['done', 'failed', 'pending']) status`;
  expect(await sweep()).toEqual({ idempotencyKeys: 1, rateLimits: 1 });
  expect(await forgetMail()).toEqual({ mails: 2 });
});
