import type { ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { pg } from "@/lib/db/client/client";
import { configure } from "@/lib/testing/configure";

import { storeWithWebhook } from "@/lib/testing/webhooks";
import { deliveryWorker } from "./deliver";
import { CONCURRENCY } from "./delivery-policy";

// The test receivers listen on loopback.
beforeAll(() => configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" }));
beforeEach(async () => {
  await pg()`update webhook_deliveries set status = 'delivered' where status = 'pending'`;
});

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
  const id = (await storeWithWebhook({ url, debits: 10 })).webhookId;
  await pg()`update webhooks set failing_since = now() where id = ${id}`;

  expect(await deliveryWorker.runDue()).toEqual({ delivered: 0, failed: 10 });

  expect(received).toHaveLength(10);
  expect(most).toBeLessThanOrEqual(CONCURRENCY.failing);
  await stop();
});

test("a run begins no attempt when its time is up, waits for those under way, and leaves the rest to the next", async () => {
  const { url, received, answers, status, stop } = await startReceiver();
  const waitingForAnswer: ServerResponse[] = [];
  answers((_request, response) => void waitingForAnswer.push(response));
  const id = (await storeWithWebhook({ url, debits: 12 })).webhookId;

  const claimsForMs = 20_000;
  const run = deliveryWorker.runDue(claimsForMs);
  await expect.poll(() => waitingForAnswer.length).toBe(CONCURRENCY.webhook);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + claimsForMs);
  status(204);
  for (const response of waitingForAnswer) response.writeHead(204).end();
  expect(await run).toEqual({ delivered: CONCURRENCY.webhook, failed: 0 });
  clock.mockRestore();

  expect(
    await pg()`select count(*)::int as waiting, count(leased_until)::int as leased
    from webhook_deliveries where webhook_id = ${id} and status = 'pending'`,
  ).toEqual([{ waiting: 12 - CONCURRENCY.webhook, leased: 0 }]);
  expect(await deliveryWorker.runDue()).toEqual({ delivered: 12 - CONCURRENCY.webhook, failed: 0 });
  expect(received).toHaveLength(12);
  await stop();
});

test("after hours without a run the next one delivers all that was committed, each once", async () => {
  const { url, received, status, stop } = await startReceiver();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.push((await storeWithWebhook({ url, debits: 20 })).webhookId);
  }
  const [failing = ""] = ids;
  status(503);
  await pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 day'
    where webhook_id <> ${failing}`;
  expect(await deliveryWorker.runDue()).toEqual({ delivered: 0, failed: 20 });
  status(204);
  received.length = 0;
  // Some are waiting for a retry, some were never attempted, some were leased by a run that died.
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '5 hours',
      leased_until = case when webhook_id = ${ids[2] ?? ""} then earlier.at end,
      created_at = now() - interval '6 hours'
    from (select now() - interval '5 hours' as at offset 0) earlier where webhook_id = any(${ids}::uuid[])`;

  expect(await deliveryWorker.runDue()).toEqual({ delivered: 60, failed: 0 });

  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
  expect(received).toHaveLength(60);
  expect(await deliveryWorker.runDue()).toEqual({ delivered: 0, failed: 0 });
  await stop();
});
