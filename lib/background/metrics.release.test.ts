import { beforeEach, expect, test, vi } from "vitest";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { startReceiver } from "@/e2e/support/receiver";
import { newId } from "@/lib/base/ids";
import { pg, poolUse } from "@/lib/db/client/client";
import { listBuckets } from "@/lib/db/client/in-buckets";
import { createBatch } from "@/lib/domain/batches/batch";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";
import { configure } from "@/lib/testing/configure";
import { asOwner } from "@/lib/testing/database";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { callerWithKey, createStore } from "@/lib/testing/store";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { type Job, runTick } from "./jobs";

beforeEach(() => {
  // Resets the meters, as in a process that has handled no request.
  delete (globalThis as { [METERS_SYMBOL]?: unknown })[METERS_SYMBOL];
});

const METERS_SYMBOL = Symbol.for("scrip.meters");

const metricsRequest = (headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/metrics", { headers });

/** A line of the Prometheus text format: a comment or a sample. */
const LINE =
  /^(# HELP \w+ .+|# TYPE \w+ (counter|gauge|histogram)|[a-z_\d]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? (\d+(\.\d+)?(e[+-]\d+)?|Nan))$/;

/** Every sample by its name and labels; fails if the document is invalid. */
async function readSamples(): Promise<Record<string, number>> {
  const answer = await readMetrics(metricsRequest());
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of lines) expect(line).toMatch(LINE);
  const samples = lines.filter((line) => !line.startsWith("#"));
  const pairs = samples.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]);
  expect(new Set(pairs.map(([name]) => name)).size).toBe(samples.length);
  return Object.fromEntries(pairs);
}

test("answers are counted and measured by operation and outcome, movements once however often they are replayed, and no id is a label", async () => {
  const { post } = await callerWithKey((await createStore()).ctx());
  const { uuid } = (await post("/cards", { currency: "USD" })).body;
  await post(`/cards/${uuid}/activate`, { amountCents: 500 });
  const headers = { "Idempotency-Key": newId() };
  for (let n = 0; n < 3; n++) await post(`/cards/${uuid}/debit`, { amountCents: 200 }, { headers });
  await post(`/cards/${uuid}/debit`, { amountCents: 301 });
  await post(`/cards/${uuid}/debit`, { amountCents: "1" });
  await post(`/cards/${encodeURIComponent('no id/at "all"')}/debit`, { amountCents: 1 });

  const samples = await readSamples();

  const debit = 'operation="POST /api/v1/cards/{uuid}/debit"';
  const duration = (outcome: string) => `{${debit},outcome="${outcome}"}`;
  expect(samples).toMatchObject({
    'scrip_requests_total{operation="POST /api/v1/cards",status="201"}': 1,
    [`scrip_requests_total{${debit},status="200"}`]: 3,
    [`scrip_requests_total{${debit},status="400"}`]: 2,
    [`scrip_requests_total{${debit},status="404"}`]: 1,
    [`scrip_request_duration_seconds_count${duration("ok")}`]: 3,
    [`scrip_request_duration_seconds_count${duration("refused")}`]: 2,
    [`scrip_request_duration_seconds_count${duration("invalid")}`]: 1,
    [`scrip_request_duration_seconds_bucket{le="10",${debit},outcome="ok"}`]: 3,
    'scrip_movements_total{type="load"}': 1,
    'scrip_movements_total{type="spend"}': 1,
  });
  expect(samples[`scrip_request_duration_seconds_sum${duration("ok")}`]).toBeGreaterThan(0);
  expect(Object.keys(samples).join()).not.toContain(uuid);
});

test("metrics report the pools, and how many items of each queue are due and for how long", async () => {
  expect(await readSamples()).toMatchObject({
    'scrip_outbox_pending{kind="email"}': 0,
    scrip_webhook_deliveries_pending: 0,
    scrip_webhook_deliveries_overdue_seconds: 0,
    scrip_batches_pending: 0,
    scrip_batches_overdue_seconds: 0,
  });
  const { ctx, id } = await createStore();
  await createWebhook(ctx(), { url: "https://example.com/hook", events: ["card.activated"] });
  await makeCard(ctx, { amountCents: 500 });
  await createBatch(ctx(), { name: "Stock", quantity: 5, currency: "USD", cardType: "physical" });
  const sql = pg();
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '90 seconds'`;
  await sql`update batch_runs set worked_at = now() - interval '30 minutes' where merchant_id = ${id}`;
  await sql`insert into outbox (id, kind, payload, next_attempt_at) values
    (${newId()}, 'email', '{}', now() - interval '1 hour'),
    (${newId()}, 'email', '{}', now() + interval '1 hour')`;

  const samples = await readSamples();

  const buckets = await listBuckets();
  expect(samples).toMatchObject({
    scrip_database_up: 1,
    'scrip_database_pool_max{pool="main"}': 6 * buckets.length,
    'scrip_database_pool_max{pool="ledger"}': 4 * buckets.length,
    'scrip_database_pool_in_use{pool="ledger"}': 0,
    'scrip_database_pool_waiting{pool="main"}': 0,
    'scrip_outbox_pending{kind="email"}': 2,
    'scrip_outbox_pending{kind="platform_card"}': 0,
    scrip_webhook_deliveries_pending: 1,
    scrip_batches_pending: 1,
  });
  const minutes = (name: string) => Math.round((samples[name] ?? 0) / 60);
  expect(minutes('scrip_outbox_overdue_seconds{kind="email"}')).toBe(60);
  expect(minutes("scrip_batches_overdue_seconds")).toBe(30);
  expect(Math.round((samples.scrip_webhook_deliveries_overdue_seconds ?? 0) / 10)).toBe(9);
  expect(samples['scrip_database_connections{state="active"}']).toBeGreaterThan(0);
  expect(samples.nodejs_heap_size_used_bytes).toBeGreaterThan(1e6);
  expect(samples).toHaveProperty("nodejs_eventloop_lag_p99_seconds");
});

test("a caller that waits for a connection is counted", async () => {
  const mainPool = () => Object.fromEntries(poolUse()).main;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders = Array.from({ length: 6 }, () => pg().begin(() => released));
  const waiters = Array.from({ length: 3 }, () => pg()`select 1`.then());
  await expect.poll(mainPool).toMatchObject({ inUse: 6, waiting: 3 });
  release();
  await Promise.all([...holders, ...waiters]);
  expect(mainPool()).toMatchObject({ inUse: 0, waiting: 0 });
});

test("the last run of a job in any process is known, with its result and duration", async () => {
  const of = (name: string, job = "fx") => `scrip_job_${name}{name="${job}"}`;
  const failing: Job = { schedule: "* * * * *", run: () => Promise.reject(new Error("no rates")) };
  await runTick("fx", { ...failing, run: async () => ({}) });
  const first = await readSamples();
  expect(first[of("last_run_succeeded")]).toBe(1);
  expect(first[of("last_run_timestamp_seconds")]).toBeGreaterThan(Date.now() / 1_000 - 60);

  await runTick("fx", { ...failing, run: async () => ({ failed: "no feed" }) });
  expect((await readSamples())[of("last_run_succeeded")]).toBe(0);
  await expect(runTick("fx", failing)).rejects.toThrow("no rates");
  const second = await readSamples();
  expect(second[of("last_run_succeeded")]).toBe(0);
  const success = of("last_success_timestamp_seconds");
  expect(second[success]).toBe(first[success]);
  expect(second[of("last_run_timestamp_seconds")]).toBeGreaterThan(first[success] ?? Infinity);

  // Every second on a server: written once a minute, and when it fails.
  const tick = { schedule: "* * * * * *", run: vi.fn() };
  await runTick("webhooks", { ...failing, tick });
  const third = await readSamples();
  await runTick("webhooks", { ...failing, tick });
  const ranAt = of("last_run_timestamp_seconds", "webhooks");
  expect((await readSamples())[ranAt]).toBe(third[ranAt]);
  expect(tick.run).toHaveBeenCalledTimes(2);
});

test("the books' last complete check and its result are those of all stores", async () => {
  const { id, ctx } = await createStore();
  const { id: cardId } = await makeCard(ctx, { amountCents: 500 });
  const createdAt = (await readSamples()).scrip_ledger_last_check_timestamp_seconds ?? 0;
  expect(createdAt).toBeGreaterThan(0);
  await asOwner((sql) => sql`update cards set balance_cents = 501 where id = ${cardId}`);
  for (const checked of [1, 2]) {
    expect((await verifySlices()).passes, `pass ${checked}`).toBeGreaterThan(0);
  }
  const samples = await readSamples();
  expect(samples.scrip_ledger_problems).toBeGreaterThan(0);
  expect(samples.scrip_ledger_last_check_timestamp_seconds).toBeGreaterThan(createdAt);
  await pg()`delete from ledger_checks where merchant_id = ${id}`;
});

test("attempts to deliver a webhook are measured by how they ended", async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
  const receiver = await startReceiver();
  const { debit } = await storeWithWebhook({ url: receiver.url });
  const ends: [string, () => unknown][] = [
    ["delivered", () => {}],
    ["rejected", () => receiver.status(500)],
    ["unreachable", receiver.stop],
  ];
  for (const [outcome, prepare] of ends) {
    await prepare();
    await pg()`update webhook_deliveries set status = 'delivered' where status = 'pending'`;
    await debit();
    await deliveryWorker.runDue();
    const count = `scrip_webhook_attempt_duration_seconds_count{outcome="${outcome}"}`;
    expect((await readSamples())[count]).toBe(1);
  }
});

const secret = "the secret of the operator";

/** The response of a public instance to a request with these headers. */
async function askPublic(headers: Record<string, string>) {
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://cards.example");
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  vi.stubEnv("TRUSTED_PROXY_HOPS", "0");
  vi.stubEnv("CRON_SECRET", secret);
  const { metrics } = await import("./metrics");
  const answer = await metrics(metricsRequest(headers));
  vi.unstubAllEnvs();
  return { status: answer.status, text: await answer.text() };
}

test("elsewhere than on this machine a stranger reads nothing: 401 but for the cron secret", async () => {
  for (const authorization of ["", secret, "Bearer", `Bearer ${secret}.`, `Basic ${secret}`]) {
    const refused = await askPublic({ authorization });
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([401, "unauthorized"]);
  }
  expect(await askPublic({ authorization: `Bearer ${secret}` })).toMatchObject({
    status: 200,
    text: expect.stringContaining("scrip_database_up 1"),
  });
});

test("while the database is down, the process still reports its own metrics", async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost:1/none");
  const { closePool } = await import("@/lib/db/client/client");
  await closePool();
  const { metrics } = await import("./metrics");
  const text = await (await metrics(metricsRequest())).text();
  // Not awaited, because it takes the driver 5 seconds.
  void closePool();
  vi.unstubAllEnvs();
  expect(text).toContain("scrip_database_up 0\n");
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});
