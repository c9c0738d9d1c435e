import { beforeEach, expect, test, vi } from "vitest";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { pg } from "@/lib/db/client";
import { newId } from "../ids";
import { makeCard } from "../testing/ledger-fixtures";
import { callerWithKey, createStore } from "../testing/store";
import { createWebhook } from "../webhooks/create";

beforeEach(() => {
  // Resets the counters, as in a process that has handled no request.
  delete (globalThis as { [COUNTERS_SYMBOL]?: unknown })[COUNTERS_SYMBOL];
});

const COUNTERS_SYMBOL = Symbol.for("scrip.counters");

const metricsRequest = (headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/metrics", { headers });

/** A line of the Prometheus text format: a comment or a sample. */
const LINE =
  /^(# HELP \w+ .+|# TYPE \w+ (counter|gauge)|[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? \d+(\.\d+)?(e[+-]\d+)?)$/;

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

test("answers are counted by route and status, movements once however often they are replayed, and no id is a label", async () => {
  const { post } = await callerWithKey((await createStore()).ctx());
  const { uuid } = (await post("/cards", { currency: "USD" })).body;
  await post(`/cards/${uuid}/activate`, { amountCents: 500 });
  const headers = { "Idempotency-Key": newId() };
  for (let n = 0; n < 3; n++) await post(`/cards/${uuid}/debit`, { amountCents: 200 }, { headers });
  await post(`/cards/${uuid}/debit`, { amountCents: 301 });
  await post(`/cards/${encodeURIComponent('no id/at "all"')}/debit`, { amountCents: 1 });

  const samples = await readSamples();

  const debits = 'method="POST",route="/api/v1/cards/{uuid}/debit"';
  expect(samples).toMatchObject({
    'scrip_requests_total{method="POST",route="/api/v1/cards",status="201"}': 1,
    [`scrip_requests_total{${debits},status="200"}`]: 3,
    [`scrip_requests_total{${debits},status="400"}`]: 1,
    [`scrip_requests_total{${debits},status="404"}`]: 1,
    'scrip_movements_total{type="load"}': 1,
    'scrip_movements_total{type="spend"}': 1,
  });
  expect(samples[`scrip_request_seconds_total{${debits}}`]).toBeGreaterThan(0);
  expect(Object.keys(samples).join()).not.toContain(uuid);
});

test("metrics report the pool, and how many jobs and deliveries are due and for how long", async () => {
  expect(await readSamples()).toMatchObject({
    'scrip_outbox_pending{kind="email"}': 0,
    scrip_webhook_deliveries_pending: 0,
    scrip_webhook_deliveries_overdue_seconds: 0,
  });
  const { ctx } = await createStore();
  await createWebhook(ctx(), { url: "https://example.com/hook", events: ["card.activated"] });
  await makeCard(ctx, { amountCents: 500 });
  const sql = pg();
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '90 seconds'`;
  await sql`insert into outbox (id, kind, payload, next_attempt_at) values
    (${newId()}, 'email', '{}', now() - interval '1 hour'),
    (${newId()}, 'email', '{}', now() + interval '1 hour')`;

  const samples = await readSamples();

  expect(samples).toMatchObject({
    scrip_database_up: 1,
    scrip_database_pool_max: 10,
    'scrip_outbox_pending{kind="email"}': 2,
    'scrip_outbox_pending{kind="platform_card"}': 0,
    scrip_webhook_deliveries_pending: 1,
  });
  const emails = samples['scrip_outbox_overdue_seconds{kind="email"}'];
  expect(Math.round((emails ?? 0) / 60)).toBe(60);
  expect(Math.round((samples.scrip_webhook_deliveries_overdue_seconds ?? 0) / 10)).toBe(9);
  expect(samples['scrip_database_connections{state="active"}']).toBeGreaterThan(0);
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
  const { closePool } = await import("../db/client");
  await closePool();
  const { metrics } = await import("./metrics");
  const text = await (await metrics(metricsRequest())).text();
  // Not awaited, because it takes the driver 5 seconds.
  void closePool();
  vi.unstubAllEnvs();
  expect(text).toContain("scrip_database_up 0\n");
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});
