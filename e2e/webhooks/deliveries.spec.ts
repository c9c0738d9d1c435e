import { eventBodySchema } from "@/lib/api/contract/v1/event";
import { UNREACHABLE_URL } from "@/lib/testing/api/calls";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  ISO_INSTANT,
  keysOf,
  UUID,
} from "@/lib/testing/api/expectations";
import { RESOURCE_KEYS, SHAPES } from "@/lib/testing/api/shapes";
import { apiClient } from "../support/client";
import { isSigned } from "../support/receiver";
import { makeKey } from "../support/store";
import { expect, test } from "./test";

test("a delivery lists attempts", async ({ api, apiB, connect, makeDue, debit, attemptedOnce }) => {
  let calls = 0;
  const { url, received, id, uuid } = await connect((_request, response) => {
    calls++;
    if (calls === 1) response.writeHead(503).end("Back soon\0 \u{1f600}");
    else response.writeHead(200).end("Thanks");
  });
  await debit(uuid, 10);
  const read = async () => (await api.get(`/webhooks/${id}/deliveries`)).body.deliveries[0];
  await attemptedOnce(id);
  expect(await read()).toMatchObject({
    status: "pending",
    nextAttemptAt: expect.stringMatching(ISO_INSTANT),
    settledAt: null,
    lastError: expect.stringMatching(
      /^Your endpoint responded with 503 after (\d+ ms|\d+\.\d s)\.$/,
    ),
  });
  await makeDue(id);
  await expect.poll(async () => (await read()).status).toBe("delivered");

  const a = await api.get(`/webhooks/${id}/deliveries`);
  const b = await apiB.get(`/webhooks/${id}/deliveries`);
  expect(keysOf(a.body)).toEqual(RESOURCE_KEYS.page.A("deliveries"));
  expect(keysOf(b.body)).toEqual(RESOURCE_KEYS.page.B("deliveries"));
  expect(b.body.deliveries).toEqual(a.body.deliveries);
  const [delivery] = a.body.deliveries;
  expect(delivery).toEqual({
    id: expect.stringMatching(UUID),
    eventId: received[0]?.headers["webhook-id"],
    event: "card.debited",
    cardUuid: uuid,
    sequence: 2,
    status: "delivered",
    nextAttemptAt: null,
    lastError: null,
    body: received[0]?.body,
    attempts: [
      expect.objectContaining({
        number: 1,
        url,
        httpStatus: 503,
        error: expect.stringContaining("503"),
        excerpt: "Back soon\ufffd \u{1f600}",
      }),
      expect.objectContaining({
        number: 2,
        url,
        httpStatus: 200,
        error: null,
        excerpt: "Thanks",
      }),
    ],
    createdAt: expect.stringMatching(ISO_INSTANT),
    settledAt: expect.stringMatching(ISO_INSTANT),
    deliveredAt: delivery.settledAt,
  });
  for (const attempt of delivery.attempts) expect(attempt.durationMs).toBeGreaterThanOrEqual(0);
});

for (const shape of SHAPES) {
  test(`deliveries are paged and filtered (${shape})`, async ({ api, apiB, debit, connect }) => {
    const till = shape === "A" ? api : apiB;
    const next = shape === "A" ? "nextCursor" : "next_cursor";
    const { id, uuid } = await connect();
    const path = `/webhooks/${id}/deliveries`;
    await debit(uuid, 1, 2, 3);
    const delivered = async () => (await till.get(`${path}?status=delivered`)).body.total;
    await expect.poll(delivered).toBe(3);
    await api.patch(`/webhooks/${id}`, { active: false });
    await debit(uuid, 4, 5);

    const all = (await till.get(path)).body;
    expect([all.total, all.limit, all.offset, all[next]]).toEqual([5, 20, 0, null]);
    expect(all.deliveries.map((d: { sequence: number }) => d.sequence)).toEqual([6, 5, 4, 3, 2]);
    const byOffset = (await till.get(`${path}?limit=2&offset=2`)).body;
    expect(byOffset.deliveries).toEqual(all.deliveries.slice(2, 4));
    const pages = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const from: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await till.get(`${path}?limit=2${from}`);
      pages.push(...body.deliveries);
      cursor = body[next];
    }
    expect(pages).toEqual(all.deliveries);

    const held = (await till.get(`${path}?status=held`)).body;
    expect(held.deliveries).toEqual(all.deliveries.slice(0, 2));
    expect((await till.get(`${path}?status=failed`)).body).toMatchObject({
      deliveries: [],
      total: 0,
    });
    const { [next]: cursor } = (await till.get(`${path}?limit=2`)).body;
    expectInvalid(await till.get(`${path}?limit=2&cursor=${cursor}&status=held`), "cursor");
    expectInvalid(await till.get(`${path}?cursor=${cursor}&offset=2`), "cursor");
    expectInvalid(await till.get(`${path}?status=lost`), "status");
    expectInvalid(await till.get(`${path}?limit=101`), "limit");
  });
}

test("a test is sent to a disabled webhook too", async ({ api, receiver, subscribe, sql }) => {
  const { url, received, status } = await receiver();
  const { id, secret } = await subscribe(url);
  const path = `/webhooks/${id}/test`;
  const taken = await api.post(path);
  expect([taken.status, taken.body]).toEqual([
    200,
    {
      delivered: true,
      httpStatus: 204,
      error: null,
      excerpt: "",
      durationMs: expect.any(Number),
    },
  ]);
  const [sent] = received;
  if (!sent) throw new Error("nothing was received");
  expect(isSigned(secret, sent)).toBe(true);
  const event = JSON.parse(sent.body);
  expect(event).toMatchObject({ event: "webhook.test", data: { amountCents: 0 } });
  expect(eventBodySchema("webhook.test").parse(event)).toEqual(event);

  await api.patch(`/webhooks/${id}`, { active: false });
  status(500);
  const refused = await api.post(path);
  expect([refused.status, refused.body]).toMatchObject([
    200,
    { delivered: false, httpStatus: 500, error: expect.stringContaining("500") },
  ]);
  const deaf = await subscribe(UNREACHABLE_URL);
  expect((await api.post(`/webhooks/${deaf.id}/test`)).body).toMatchObject({
    delivered: false,
    httpStatus: null,
    error: "The connection was refused.",
  });
  const [row] = await sql`select w.active, w.consecutive_failures, w.last_error,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id) as deliveries
    from webhooks w where id = ${id}`;
  expect(row).toEqual({ active: false, consecutive_failures: 0, last_error: null, deliveries: 0 });
});

test("tests of a webhook are limited @instances", async ({ merchant, receiver, subscribe }) => {
  const till = apiClient((await makeKey(merchant.merchantId, { limited: true })).secret);
  const { url, received } = await receiver();
  const { id } = await subscribe(url);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  for (let n = 0; n < 3; n++)
    expectStatus(await till.post(`/webhooks/${id}/test`, {}, headers), 200);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => till.post(`/webhooks/${id}/test`)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) {
    expectRefusal(answer, 429, "rate_limited");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(received).toHaveLength(10);
  const [taken] = answers.filter(({ status }) => status === 200);
  expect(taken?.headers.get("ratelimit-policy")).toContain("webhook-test");
});
