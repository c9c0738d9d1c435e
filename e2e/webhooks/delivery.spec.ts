import { Webhook } from "standardwebhooks";
import { isSigned } from "../support/receiver";
import { test as base, expect } from "./test";

const MAX_ATTEMPTS = 4;

const test = base.extend<{
  /** Debits a card and uses up every delivery attempt to a failing webhook. */
  exhaust: (webhookId: string, uuid: string, deliveries?: number) => Promise<void>;
}>({
  exhaust: async ({ debit, makeDue, sql }, use) =>
    use(async (webhookId, uuid, deliveries = 1) => {
      await debit(uuid, ...Array(deliveries).fill(1));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const attempted = () => sql`select from (select * from webhook_deliveries
            where webhook_id = ${webhookId} order by id desc limit ${deliveries}) newest
          where attempts = ${attempt} and leased_until is null`;
        await expect.poll(async () => (await attempted()).length).toBe(deliveries);
        await makeDue(webhookId);
      }
    }),
});

test("a debit is delivered with both signatures @instances", async ({ debit, connect }) => {
  const { received, secret, uuid } = await connect();
  await debit(uuid, 300);

  await expect.poll(() => received.length).toBe(1);
  const [delivery] = received;
  if (!delivery) throw new Error("nothing was received");
  expect(isSigned(secret, delivery)).toBe(true);
  expect(isSigned(`${secret}x`, delivery)).toBe(false);
  new Webhook(secret).verify(delivery.body, delivery.headers as Record<string, string>);
  expect(JSON.parse(delivery.body)).toEqual({
    id: delivery.headers["webhook-id"],
    event: "card.debited",
    sequence: 2,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    transactionId: expect.any(String),
    data: {
      cardUuid: uuid,
      amountCents: 300,
      currency: "USD",
      newBalanceCents: 700,
      consumerEmail: null,
    },
  });
});

test("an attempt that fails is repeated, the same each time, and the fourth is the last", async ({
  connect,
  cron,
  exhaust,
  sql,
}) => {
  const { received, status, id, uuid } = await connect();
  status(503);
  await exhaust(id, uuid);
  const failed = () => sql`select from webhook_deliveries
    where webhook_id = ${id} and status = 'failed'`;
  await expect.poll(async () => (await failed()).length).toBe(1);
  await cron("webhooks");
  expect(received).toHaveLength(4);
  expect(new Set(received.map((r) => r.body)).size).toBe(1);
  expect(new Set(received.map((r) => r.headers["webhook-id"])).size).toBe(1);
});

test("three exhausted deliveries in a row disable the webhook", async ({
  api,
  connect,
  debit,
  exhaust,
  merchant,
  sql,
}) => {
  const { received, status, id, uuid } = await connect();
  status(500);
  await exhaust(id, uuid, 3);

  const webhook = async () => (await sql`select * from webhooks where id = ${id}`)[0];
  await expect.poll(async () => (await webhook())?.active).toBe(false);
  expect((await webhook())?.last_error).toContain("responded with 500");
  await debit(uuid, 1);
  const held = await sql`select status from webhook_deliveries
    where webhook_id = ${id} order by id desc limit 1`;
  expect(held[0]?.status).toBe("held");
  const mails = await sql`select payload from outbox where merchant_id = ${merchant.merchantId}
    and payload ->> 'template' = 'webhook_disabled'`;
  expect(mails.map((mail) => mail.payload.to)).toEqual([merchant.email]);

  status(200);
  const enabled = await api.patch(`/webhooks/${id}`, { active: true });
  expect(enabled.body).toMatchObject({ active: true });
  expect(await webhook()).toMatchObject({ consecutive_failures: 0, disabled_at: null });
  const replayed = await api.post(`/webhooks/${id}/replay`, { missed: "all" });
  expect(replayed.body).toEqual({ queued: 4, dismissed: 0 });
  await expect.poll(() => received.length).toBe(16);
});
