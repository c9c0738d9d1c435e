import { Webhook } from "standardwebhooks";
import { operatorContext } from "@/lib/domain/people/operator";
import { revealSecret, rotateSecret, switchSecret } from "@/lib/domain/webhooks/rotate-secret";
import { isSigned, type Received } from "../support/receiver";
import { expect, test } from "./test";

const amountOf = ({ body }: Received): number => JSON.parse(body).data.amountCents;

test("a webhook's events are held while off @instances", async ({ api, cron, debit, connect }) => {
  const { received, id, uuid } = await connect();
  const statuses = async () => {
    const { deliveries } = (await api.get(`/webhooks/${id}/deliveries`)).body;
    return deliveries.map(({ status }: { status: string }) => status);
  };

  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 1, 2);
  await cron("webhooks");
  expect(received).toHaveLength(0);
  expect(await statuses()).toEqual(["held", "held"]);

  await api.patch(`/webhooks/${id}`, { active: true });
  await debit(uuid, 3);
  await expect.poll(() => received.length).toBe(1);
  await cron("webhooks");
  expect(received.map(amountOf)).toEqual([3]);
  await expect.poll(statuses).toEqual(["delivered", "held", "held"]);
});

test("pending retries are held when the webhook is switched off", async ({
  api,
  makeDue,
  cron,
  debit,
  attemptedOnce,
  connect,
}) => {
  const { received, status, id, uuid } = await connect();
  status(500);
  await debit(uuid, 1);
  const read = async () => (await api.get(`/webhooks/${id}/deliveries`)).body.deliveries[0];
  await attemptedOnce(id);

  await api.patch(`/webhooks/${id}`, { active: false });
  expect(await read()).toMatchObject({ status: "held" });
  status(204);
  await makeDue(id);
  await cron("webhooks");
  await api.patch(`/webhooks/${id}`, { active: true });
  await cron("webhooks");
  expect(received).toHaveLength(1);
  await api.post(`/webhooks/${id}/replay`, { missed: "all" });
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]?.body).toBe(received[0]?.body);
});

test("deleted webhooks get nothing", async ({ api, cron, attemptedOnce, sql, debit, connect }) => {
  const { received, status, id, uuid } = await connect();
  status(500);
  await debit(uuid, 1);
  await attemptedOnce(id);

  await api.delete(`/webhooks/${id}`);
  status(204);
  await sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}`;
  await debit(uuid, 1);
  await cron("webhooks");
  expect(received).toHaveLength(1);
  const rows = await sql`select status from webhook_deliveries where webhook_id = ${id}`;
  expect(rows.map((row) => row.status)).toEqual(["pending"]);
});

test("a changed URL applies to pending deliveries too", async ({
  api,
  receiver,
  subscribe,
  activeCard,
  makeDue,
  debit,
  attemptedOnce,
}) => {
  const [before, after] = [await receiver(), await receiver()];
  before.status(500);
  const { id } = await subscribe(before.url);
  const { uuid } = await activeCard({ amountCents: 1_000 });
  await debit(uuid, 1);
  const read = async () => (await api.get(`/webhooks/${id}/deliveries`)).body.deliveries.at(-1);
  await attemptedOnce(id);

  await api.patch(`/webhooks/${id}`, { url: after.url, events: ["card.credited"] });
  await makeDue(id);
  await debit(uuid, 2);
  await api.post(`/cards/${uuid}/credit`, { amountCents: 3 });

  await expect.poll(() => after.received.length).toBe(2);
  expect(after.received.map(amountOf).sort()).toEqual([1, 3]);
  expect(after.received.map(({ body }) => body)).toContain(before.received[0]?.body);
  expect(before.received).toHaveLength(1);
  const urls = async () => (await read()).attempts.map(({ url }: { url: string }) => url);
  await expect.poll(urls).toEqual([before.url, after.url]);
});

const isSignedWith = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

test("while a secret is rotated both sign", async ({ merchant, debit, connect }) => {
  const { received, id: webhookId, secret: first, uuid } = await connect();
  const ctx = () => operatorContext(merchant.merchantId);
  const next = async () => {
    const count = received.length;
    await debit(uuid, 1);
    await expect.poll(() => received.length).toBe(count + 1);
    const delivery = received[count];
    if (!delivery) throw new Error("nothing was received");
    return delivery;
  };

  await rotateSecret(ctx(), { webhookId });
  const { secret, nextSecret } = await revealSecret(ctx(), { webhookId });
  expect(secret).toBe(first);
  const second = nextSecret ?? "";
  expect(second).toMatch(/^whsec_/);
  const during = await next();
  expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  expect([isSignedWith(first, during), isSignedWith(second, during)]).toEqual([true, true]);
  expect([isSigned(first, during), isSigned(second, during)]).toEqual([true, false]);

  await switchSecret(ctx(), { webhookId });
  const after = await next();
  expect([isSignedWith(first, after), isSignedWith(second, after)]).toEqual([false, true]);
  expect([isSigned(first, after), isSigned(second, after)]).toEqual([false, true]);
  expect(await revealSecret(ctx(), { webhookId })).toEqual({ secret: second, nextSecret: null });
  await expect(switchSecret(ctx(), { webhookId })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
