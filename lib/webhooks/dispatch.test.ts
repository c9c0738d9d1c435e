import { beforeAll, beforeEach, expect, test } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { createStore } from "@/lib/testing/store";
import { createWebhook } from "./create";
import { deliverDue } from "./dispatch";

useTestDatabase();

// Receivers listen on loopback.
beforeAll(() => {
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORKS = "true";
});
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

  expect([received.length, most]).toEqual([10, 2]);
  await stop();
});
