import { setTimeout as sleep } from "node:timers/promises";
import { runScrip } from "../support/run-scrip-command";
import { expect, test } from "./test";

const COUNT = 20;

test("no delivery is attempted twice", async ({ debit, attemptedOnce, cron, sql, connect }) => {
  const { received, status, answers, overlaps, id, uuid } = await connect();
  status(500);
  await debit(uuid, ...Array(COUNT).fill(1));
  await attemptedOnce(id, COUNT);

  received.length = 0;
  answers(async (_request, response) => {
    await sleep(20 + Math.random() * 80);
    response.writeHead(204).end();
  });
  // As if no run had happened for hours.
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '5 hours'
    where webhook_id = ${id}`;
  const otherProcess = runScrip("cron", "webhooks");
  const runs = await Promise.all(Array.from({ length: 5 }, () => cron("webhooks")));
  // Both may have taken other tests' deliveries.
  for (const run of [...runs, (await otherProcess).body]) {
    expect(run).toMatchObject({ job: "webhooks" });
  }

  const delivered = () => sql`select from webhook_deliveries
    where webhook_id = ${id} and status = 'delivered'`;
  await expect.poll(async () => (await delivered()).length).toBe(COUNT);
  expect(overlaps()).toBe(0);
  expect(received).toHaveLength(COUNT);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(COUNT);
});
