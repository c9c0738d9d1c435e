import { spawn } from "node:child_process";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { expect, test } from "./test";

// One at a time: each test starts runs in other processes, which also take the other test's deliveries.
test.describe.configure({ mode: "default" });

/** Starts the cron job in its own process, against the same database. */
function spawnRun() {
  const { DATABASE_URL: _found, ...env } = process.env;
  const run = spawn(process.execPath, [".build/scrip.mjs", "cron", "webhooks"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  run.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<string>((resolve) => run.once("close", () => resolve(said)));
  return { kill: () => run.kill("SIGKILL"), ended };
}

/** The maximum number of concurrent attempts per process and webhook, and the number of servers. */
const SHARE = 8;
const SERVERS = 3;
const QUEUED = SHARE * SERVERS + 2 * SHARE;

const countOf = async (sql: Sql, webhookId: string, status: string): Promise<number> => {
  const [row] = await sql`select count(*)::int from webhook_deliveries
    where webhook_id = ${webhookId} and status = ${status}`;
  return row?.count;
};

const repeats = (ids: unknown[]) => ids.length - new Set(ids).size;

test("no delivery is attempted twice", async ({ debit, attemptedOnce, cron, sql, connect }) => {
  test.setTimeout(90_000);
  const { received, status, answers, overlaps, id, uuid } = await connect();
  status(500);
  await debit(uuid, ...Array(60).fill(1));
  await attemptedOnce(id, 60);

  received.length = 0;
  answers(async (_request, response) => {
    await sleep(20 + Math.random() * 80);
    response.writeHead(204).end();
  });
  // As if no run had happened for hours.
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '5 hours'
    where webhook_id = ${id}`;
  const other = spawnRun();
  const runs = await Promise.all(Array.from({ length: 5 }, () => cron("webhooks")));
  // Both may have taken other tests' deliveries.
  expect(JSON.parse(await other.ended)).toMatchObject({ job: "webhooks" });

  for (const run of runs) expect(run).toMatchObject({ job: "webhooks" });
  await expect.poll(() => countOf(sql, id, "delivered")).toBe(60);
  expect(overlaps()).toBe(0);
  expect(received).toHaveLength(60);
  expect(repeats(received.map(({ headers }) => headers["webhook-id"]))).toBe(0);
});

test("a killed run loses no delivery", async ({ debit, attemptedOnce, sql, connect }) => {
  test.setTimeout(90_000);
  const held: ServerResponse[] = [];
  const { received, answers, status, overlaps, id, uuid } = await connect();
  status(500);
  await debit(uuid, ...Array(QUEUED).fill(1));
  await attemptedOnce(id, QUEUED);

  received.length = 0;
  answers((_request, response) => void held.push(response));
  const open = () => held.filter((response) => !response.destroyed);
  await sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}`;
  // Each server takes its share of one webhook, and the run takes one more share.
  await expect.poll(() => open().length).toBe(SHARE * SERVERS);
  const run = spawnRun();
  await expect.poll(() => open().length, { timeout: 30_000 }).toBe(SHARE * SERVERS + SHARE);
  run.kill();
  await run.ended;
  await expect.poll(() => open().length).toBe(SHARE * SERVERS);

  // Deliveries of the killed run. On a busy machine, also those that a server gave up before starting.
  const cutOff = held.length - SHARE * SERVERS;
  status(204);
  for (const response of open()) response.writeHead(204).end();
  await expect.poll(() => countOf(sql, id, "delivered"), { timeout: 20_000 }).toBe(QUEUED - cutOff);
  expect(await countOf(sql, id, "pending")).toBe(cutOff);
  // Expire the leases that the killed run left behind.
  await sql`update webhook_deliveries
    set leased_until = now() - interval '1 ms', next_attempt_at = now() - interval '1 ms'
    where webhook_id = ${id} and status = 'pending'`;
  await expect.poll(() => countOf(sql, id, "delivered"), { timeout: 20_000 }).toBe(QUEUED);

  expect(overlaps()).toBe(0);
  const ids = received.map(({ headers }) => headers["webhook-id"]);
  expect([new Set(ids).size, ids.length]).toEqual([QUEUED, QUEUED + cutOff]);
});
