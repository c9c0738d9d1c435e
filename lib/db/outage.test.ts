import { connect, createServer } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog, log, safeError } from "../log";
import { poolOf } from "../testing/pools";

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

/** A pool of a database that can be away, and a clock that can be moved forward. */
async function poolWithOutages() {
  const target = new URL(process.env.MIGRATE_DATABASE_URL ?? "");
  const state = { isAway: true, laterMs: 0 };
  const proxy = createServer((client) => {
    client.on("error", () => {});
    if (state.isAway) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    server.on("error", () => {});
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  const through = new URL(target);
  through.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + state.laterMs);
  const pool = poolOf(1, { url: through.href });
  const fail = async (times: number) => {
    for (let n = 0; n < times; n++) {
      // As every request, job and worker does.
      await pool`select 1`.catch((error) => log().error({ error: safeError(error) }, "failed"));
    }
  };
  return { pool, state, fail, close: () => proxy.close() };
}

test("a database that is away is one line a minute, with the number of failures, and one when it is back", async () => {
  const { pool, state, fail, close } = await poolWithOutages();
  await fail(20);
  expect(lines).toMatchObject([{ msg: "the database isn't responding", failures: 1 }]);
  state.laterMs = 59_000;
  await fail(1);
  expect(lines).toHaveLength(1);
  state.laterMs = 61_000;
  await fail(5);
  expect(lines.slice(1)).toMatchObject([{ msg: "the database isn't responding", failures: 21 }]);
  state.isAway = false;
  await pool`select 1`;
  await pool`select 1`;
  const back = { msg: "the database is responding again", failures: 4, seconds: 61 };
  expect(lines.slice(2)).toMatchObject([back]);
  close();
});

test("a database that comes and goes within a minute is one line, and all failures are counted", async () => {
  const { pool, state, fail, close } = await poolWithOutages();
  for (let n = 0; n < 3; n++) {
    state.isAway = true;
    await fail(2);
    state.isAway = false;
    await pool`select 1`;
    await pool`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  }
  state.laterMs = 61_000;
  state.isAway = true;
  await fail(1);
  const counted = lines.map(({ failures }) => failures);
  expect(counted.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(3 * 3 + 1);
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the database isn't responding",
    "the database is responding again",
    "the database isn't responding",
  ]);
  close();
});

test("a query that fails by itself is logged each time", async () => {
  const { state, pool, close } = await poolWithOutages();
  state.isAway = false;
  for (let n = 0; n < 2; n++) {
    await pool`select 1 / 0`.catch((error) => log().error({ error: safeError(error) }, "failed"));
  }
  expect(lines).toMatchObject([{ msg: "failed" }, { msg: "failed" }]);
  close();
});
