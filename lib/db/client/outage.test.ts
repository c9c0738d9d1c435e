import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startDatabaseProxy } from "@/e2e/faults/system/proxy";
import { createLog, log, safeError } from "@/lib/base/observe/log";
import { poolOf } from "@/lib/testing/pools";

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: unknown };
let lines: { msg: string; failures?: number; seconds?: number }[] = [];

beforeEach(() => {
  lines = [];
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.outage"));
  const write = (line: string) => void lines.push(JSON.parse(line));
  globals[LOG_SYMBOL] = Object.assign(createLog({ write }), { level: "trace" });
});
afterEach(() => {
  vi.restoreAllMocks();
  delete globals[LOG_SYMBOL];
});

/** A pool of a database that is away until `proxy.refusing(false)`, and a clock that can be moved forward. */
async function poolWithOutages() {
  const proxy = await startDatabaseProxy(process.env.MIGRATE_DATABASE_URL ?? "");
  onTestFinished(proxy.close);
  proxy.refusing(true);
  const clock = { laterMs: 0 };
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + clock.laterMs);
  const pool = poolOf(1, { url: proxy.url });
  const fail = async (times: number) => {
    for (let n = 0; n < times; n++) {
      // As every request, job and worker does.
      await pool`select 1`.catch((error) => log().error({ error: safeError(error) }, "failed"));
    }
  };
  return { pool, proxy, clock, fail };
}

test("a database that is away is one line a minute, with the number of failures, and one when it is back", async () => {
  const { pool, proxy, clock, fail } = await poolWithOutages();
  await fail(20);
  expect(lines).toMatchObject([{ msg: "the database isn't responding", failures: 1 }]);
  clock.laterMs = 59_000;
  await fail(1);
  expect(lines).toHaveLength(1);
  clock.laterMs = 61_000;
  await fail(5);
  expect(lines.slice(1)).toMatchObject([{ msg: "the database isn't responding", failures: 21 }]);
  proxy.refusing(false);
  await pool`select 1`;
  await pool`select 1`;
  const back = { msg: "the database is responding again", failures: 4 };
  expect(lines.slice(2)).toMatchObject([back]);
  expect(lines[2]?.seconds).toBeGreaterThanOrEqual(61);
});

test("a database that comes and goes within a minute is one line, and all failures are counted", async () => {
  const { pool, proxy, clock, fail } = await poolWithOutages();
  for (let n = 0; n < 3; n++) {
    proxy.refusing(true);
    await fail(2);
    proxy.refusing(false);
    await pool`select 1`;
    await pool`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  }
  clock.laterMs = 61_000;
  proxy.refusing(true);
  await fail(1);
  const counted = lines.map(({ failures }) => failures);
  expect(counted.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(3 * 3 + 1);
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the database isn't responding",
    "the database is responding again",
    "the database isn't responding",
  ]);
});

test("a query that fails by itself is logged each time", async () => {
  const { pool, proxy } = await poolWithOutages();
  proxy.refusing(false);
  for (let n = 0; n < 2; n++) {
    await pool`select 1 / 0`.catch((error) => log().error({ error: safeError(error) }, "failed"));
  }
  expect(lines).toMatchObject([{ msg: "failed" }, { msg: "failed" }]);
});

test("a node of Citus that is away is one line a minute, and the database isn't", async () => {
  const { pool, proxy, clock } = await poolWithOutages();
  proxy.refusing(false);
  // As the coordinator returns it.
  const lost = (code: string, message: string) =>
    pool
      .unsafe(`do $$ begin raise '${message}' using errcode = '${code}'; end $$`)
      .catch((error) => log().error({ error: safeError(error) }, "failed"));
  await lost("08006", "connection to the remote node failed");
  await lost("XX000", "server closed the connection unexpectedly");
  await lost("58030", "failed to COPY to shard 102049 on 10.0.0.12:5432");
  clock.laterMs = 61_000;
  await lost("08006", "connection to the remote node failed");
  const msg = "a node of Citus isn't responding";
  expect(lines).toMatchObject([
    { msg, failures: 1 },
    { msg, failures: 3 },
  ]);
});
