import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  ISO_INSTANT,
} from "@/lib/testing/api/expectations";
import { isSigned } from "../support/receiver";
import { expect, test } from "./test";

test("missed events are replayed once @instances", async ({ api, cron, debit, connect }) => {
  const { received, id, uuid } = await connect();
  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 1, 2, 3);
  const replay = (body: object) => api.post(`/webhooks/${id}/replay`, body);
  expectInvalid(await replay({ missed: "all" }), "missed");
  expectInvalid(await replay({ missed: "latest" }), "missed");
  const since = new Date().toISOString();
  expectInvalid(await replay({ since }), "since");
  expectInvalid(await replay({ since, missed: "all" }), "since");

  await api.patch(`/webhooks/${id}`, { active: true });
  await cron("webhooks");
  expect(received).toHaveLength(0);
  const answer = await replay({ missed: "all" });
  expect([answer.status, answer.body]).toEqual([202, { queued: 3, dismissed: 0 }]);
  await expect.poll(() => received.length).toBe(3);
  const again = await replay({ missed: "all" });
  expect(again.body).toEqual({ queued: 0, dismissed: 0 });
  await cron("webhooks");
  expect(received).toHaveLength(3);
});

test("a replay of the latest sends one per card and event", async ({
  api,
  receiver,
  subscribe,
  activeCard,
  debit,
  attemptedOnce,
}) => {
  const { url, received } = await receiver();
  const { id } = await subscribe(url, ["card.debited", "card.balance_changed"]);
  const cards = [
    await activeCard({ amountCents: 1_000 }),
    await activeCard({ amountCents: 1_000 }),
  ];
  await attemptedOnce(id, 2);
  received.length = 0;
  await api.patch(`/webhooks/${id}`, { active: false });
  for (const { uuid } of cards) await debit(uuid, 1, 2, 3);
  await api.post(`/cards/${cards[0].uuid}/credit`, { amountCents: 7 });
  await api.patch(`/webhooks/${id}`, { active: true });

  const answer = await api.post(`/webhooks/${id}/replay`, { missed: "latest" });

  expect(answer.body).toEqual({ queued: 4, dismissed: 9 });
  await expect.poll(() => received.length).toBe(4);
  const events = received.map(({ body }) => JSON.parse(body));
  const [one, two] = cards.map(({ uuid }) => uuid);
  expect(
    events.map(({ event, data, sequence }) => `${event} ${data.cardUuid} ${sequence}`).sort(),
  ).toEqual(
    [
      `card.debited ${one} 4`,
      `card.balance_changed ${one} 5`,
      `card.debited ${two} 4`,
      `card.balance_changed ${two} 4`,
    ].sort(),
  );
  const rest = await api.post(`/webhooks/${id}/replay`, { missed: "all" });
  expect(rest.body).toEqual({ queued: 0, dismissed: 0 });
});

test("skipping dismisses what was missed", async ({ api, debit, connect }) => {
  const { received, id, uuid } = await connect();
  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 1, 2);

  const skipped = await api.post(`/webhooks/${id}/replay`, { missed: "skip" });

  expect(skipped.body).toEqual({ queued: 0, dismissed: 2 });
  const { deliveries } = (await api.get(`/webhooks/${id}/deliveries?status=failed`)).body;
  expect(deliveries).toMatchObject([{ lastError: "Skipped." }, { lastError: "Skipped." }]);
  await api.patch(`/webhooks/${id}`, { active: true });
  await debit(uuid, 3);
  await expect.poll(() => received.length).toBe(1);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ sequence: 4 });
});

test("a replay since an instant sends everything again", async ({ api, sql, debit, connect }) => {
  const { received, id, uuid } = await connect();
  await debit(uuid, 1, 2, 3);
  const settled = async () =>
    (await api.get(`/webhooks/${id}/deliveries?status=delivered`)).body.total;
  await expect.poll(settled).toBe(3);
  await sql`update webhook_deliveries d set created_at = now() - interval '2 hours' from events e
    where d.webhook_id = ${id} and e.id = d.event_id and e.sequence = 2`;

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const answer = await api.post(`/webhooks/${id}/replay`, { since });

  expect([answer.status, answer.body]).toEqual([202, { queued: 2, dismissed: 0 }]);
  await expect.poll(() => received.length).toBe(5);
  for (const again of received.slice(3)) {
    expect(received.slice(0, 3).map(({ body }) => body)).toContain(again.body);
  }
  for (const body of [
    {},
    { missed: "all", since },
    { missed: "some" },
    { since: "yesterday" },
    { since: "2026-01-01" },
  ]) {
    expectRefusal(await api.post(`/webhooks/${id}/replay`, body), 400, "invalid_request", [
      "fields",
    ]);
  }
});

test("any delivery is resent unchanged @instances", async ({ api, subscribe, debit, connect }) => {
  const { url, received, status, id, secret, uuid } = await connect();
  await debit(uuid, 1);
  const read = async () => (await api.get(`/webhooks/${id}/deliveries`)).body.deliveries[0];
  await expect.poll(async () => (await read()).status).toBe("delivered");

  status(500);
  const { id: deliveryId } = await read();
  const path = `/webhooks/${id}/deliveries/${deliveryId}/resend`;
  const resent = await api.post(path);
  expectStatus(resent, 202);
  expect(resent.body).toMatchObject({
    id: deliveryId,
    status: "pending",
    settledAt: null,
    deliveredAt: expect.stringMatching(ISO_INSTANT),
  });
  await expect.poll(async () => (await read()).attempts.length).toBe(2);
  expect(await read()).toMatchObject({
    status: "pending",
    deliveredAt: resent.body.deliveredAt,
    attempts: [{}, { httpStatus: 500 }],
  });
  status(204);
  expectStatus(await api.post(path), 202);
  await expect.poll(async () => (await read()).status).toBe("delivered");

  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(received.map((one) => isSigned(secret, one))).toEqual([true, true, true]);
  expect((await read()).attempts.map(({ number }: { number: number }) => number)).toEqual([
    1, 2, 3,
  ]);

  const other = await subscribe(url);
  const foreign = `/webhooks/${other.id}/deliveries/${deliveryId}/resend`;
  expectRefusal(await api.post(foreign), 404, "not_found");
  await api.patch(`/webhooks/${id}`, { active: false });
  expectInvalid(await api.post(path), "body");
  expect(received).toHaveLength(3);
});
