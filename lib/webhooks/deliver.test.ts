import type { ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { configure } from "@/lib/testing/configure";
import { useTestDatabase } from "@/lib/testing/database";
import { createStore } from "@/lib/testing/store";
import { createWebhook } from "./create";
import { deliverDue } from "./dispatch";
import { CONCURRENCY } from "./schedule";

useTestDatabase();

// Receivers listen on loopback.
beforeAll(() => configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" }));
beforeEach(async () => {
  await pg()`update webhook_deliveries set status = 'delivered' where status = 'pending'`;
});

/** A webhook of a new store with so many deliveries that wait for it. */
async function waiting(url: string, count: number): Promise<string> {
  const { ctx } = await createStore();
  const { webhook } = await createWebhook(ctx(), { url, events: ["card.debited"] });
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 1_000 });
  for (let n = 0; n < count; n++) await spend(ctx(), { cardId: card.id, amountCents: 1 });
  return webhook.id;
}

test("one run attempts all that waits for a failing webhook, two at a time", async () => {
  const { url, received, answers, stop } = await startReceiver();
  let underWay = 0;
  let most = 0;
  answers((_request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      response.writeHead(500).end();
    }, 20);
  });
  const id = await waiting(url, 10);
  await pg()`update webhooks set failing_since = now() where id = ${id}`;

  expect(await deliverDue()).toEqual({ delivered: 0, failed: 10 });

  expect(received).toHaveLength(10);
  expect(most).toBeLessThanOrEqual(CONCURRENCY.failing);
  await stop();
});

test("a run begins no attempt when its time is up, waits for those under way, and leaves the rest to the next", async () => {
  const { url, received, answers, status, stop } = await startReceiver();
  const waitingForAnswer: ServerResponse[] = [];
  answers((_request, response) => void waitingForAnswer.push(response));
  const id = await waiting(url, 12);

  const startedAtMs = performance.now();
  const run = deliverDue(500);
  await expect.poll(() => waitingForAnswer.length).toBe(CONCURRENCY.webhook);
  await expect.poll(() => performance.now() - startedAtMs).toBeGreaterThan(500);
  status(204);
  for (const response of waitingForAnswer) response.writeHead(204).end();
  expect(await run).toEqual({ delivered: CONCURRENCY.webhook, failed: 0 });

  expect(
    await pg()`select count(*)::int as waiting, count(leased_until)::int as leased
    from webhook_deliveries where webhook_id = ${id} and status = 'pending'`,
  ).toEqual([{ waiting: 12 - CONCURRENCY.webhook, leased: 0 }]);
  expect(await deliverDue()).toEqual({ delivered: 12 - CONCURRENCY.webhook, failed: 0 });
  expect(received).toHaveLength(12);
  await stop();
});

test("after hours without a run the next one delivers all that was committed, each once", async () => {
  const { url, received, status, stop } = await startReceiver();
  const ids = [await waiting(url, 20), await waiting(url, 20), await waiting(url, 20)];
  const [failing = ""] = ids;
  status(503);
  await pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 day'
    where webhook_id <> ${failing}`;
  expect(await deliverDue()).toEqual({ delivered: 0, failed: 20 });
  status(204);
  received.length = 0;
  // Some wait for a retry, some were never attempted, some were in the hands of a run that died.
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '5 hours',
      leased_until = case when webhook_id = ${ids[2] ?? ""} then now() - interval '5 hours' end,
      created_at = now() - interval '6 hours'
    where webhook_id = any(${ids}::uuid[])`;

  expect(await deliverDue()).toEqual({ delivered: 60, failed: 0 });

  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
  expect(received).toHaveLength(60);
  expect(await deliverDue()).toEqual({ delivered: 0, failed: 0 });
  await stop();
});
