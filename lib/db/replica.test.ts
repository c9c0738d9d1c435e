import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { startDatabaseProxy } from "@/e2e/faults/system/proxy";
import { createLog } from "../log";
import { configure } from "../testing/configure";
import { useReplicatedDatabase } from "../testing/replicated-database";
import { closePool, type Db, db, isPoolOpen, onlyRow, pg, poolUse, type Tx } from "./client";
import { readFromReplica, replicaHealth } from "./replica";

const { forget, onPrimary, onStandby, pause, resume, readCounts, reset, ...replicated } =
  useReplicatedDatabase();
const { servers, urlOf } = replicated;

beforeAll(async () => {
  await onPrimary(async (owner) => {
    await owner`create table notes (id serial primary key, text text)`;
    await owner`grant all on notes, notes_id_seq to app`;
  });
});
afterEach(() => delete globals[LOG_SYMBOL]);

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: unknown };

/** The lines that are logged from now on. */
function logged(): { msg: string; status?: string }[] {
  const lines: { msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  globals[LOG_SYMBOL] = Object.assign(createLog({ write }), { level: "trace" });
  return lines;
}

let notes = 0;
const writeNote = async () => {
  const text = `note ${++notes}`;
  await pg()`insert into notes (text) values (${text})`;
  return text;
};

const textsIn = async (from: Db | Tx) =>
  (await from.execute<{ text: string }>(sql`select text from notes`)).map(({ text }) => text);
const portOf = async (from: Db | Tx) =>
  onlyRow(await from.execute<{ port: number }>(sql`select inet_server_port() as port`)).port;

/** The port of the server that a read reaches. */
const served = () => readFromReplica(portOf);
const standbyPort = () => servers().standby.port;
const primaryPort = () => Number(new URL(urlOf(servers().primary)).port);

/** Reads with other settings, until the test ends. */
async function reconfigure(variables: Record<string, string> = {}): Promise<void> {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_MAX = "" } = process.env;
  configure(variables);
  await closePool();
  reset();
  onTestFinished(async () => {
    configure({ DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_MAX });
    await closePool();
  });
}

test("without DATABASE_REPLICA_URL, a read goes to the database directly, and nothing is asked first", async () => {
  await reconfigure({ DATABASE_REPLICA_URL: "" });
  expect(await readFromReplica(async (from) => from === db())).toBe(true);
  expect(poolUse().map(([name]) => name)).toEqual(["main", "ledger"]);
  expect([await readCounts(), await replicaHealth()]).toEqual([{}, null]);
});

test("a replica that has caught up serves reads, and no others", async () => {
  await writeNote();
  expect(await served()).toBe(standbyPort());
  expect(await portOf(db())).toBe(primaryPort());
  expect(await readCounts()).toEqual({ replica: 1 });
  expect(await replicaHealth()).toEqual({ isUp: true, lagSeconds: 0 });
});

test("every read sees all writes before it, of any session, while the replica follows and lags by turns", async () => {
  let isDone = false;
  const holding = (async () => {
    while (!isDone) {
      await pause();
      // Longer than a read waits.
      await sleep(150);
      await onStandby((owner) => owner`select pg_wal_replay_resume()`);
      await sleep(100);
    }
  })();
  const writers = Array.from({ length: 12 }, async () => {
    for (let n = 0; n < 15; n++) {
      const text = await writeNote();
      const seen = await readFromReplica(textsIn);
      expect(seen).toContain(text);
      if (n % 10 === 0) forget();
    }
  });
  await Promise.all(writers).finally(() => {
    isDone = true;
  });
  await holding;
  expect(await readCounts()).toEqual({ replica: expect.any(Number), behind: expect.any(Number) });
  await resume();
});

test("a read doesn't join a check under way, which can't know what was written since it began", async () => {
  const proxy = await startDatabaseProxy(urlOf(servers().standby));
  onTestFinished(proxy.close);
  await reconfigure({ DATABASE_REPLICA_URL: proxy.url });
  proxy.delaying(60);
  await pause();
  const first = served();
  // The first check opens its connection once it knows how far the primary is.
  await expect.poll(proxy.open, { interval: 1 }).toBe(1);
  const text = await writeNote();
  expect(await readFromReplica(textsIn)).toContain(text);
  expect(await first).toBe(standbyPort());
  expect(await readCounts()).toEqual({ replica: 1, behind: 1 });
  await resume();
});

test("a replica that is behind serves no read, delays only the first one, and serves again once it has caught up", async () => {
  const lines = logged();
  await pause();
  const text = await writeNote();
  expect(await readFromReplica(textsIn)).toContain(text);
  const startedAtMs = performance.now();
  for (let n = 0; n < 20; n++) expect(await served()).toBe(primaryPort());
  expect(performance.now() - startedAtMs).toBeLessThan(1_900);
  expect(await readCounts()).toEqual({ behind: 21 });
  const health = await replicaHealth();
  expect(health).toEqual({ isUp: true, lagSeconds: expect.any(Number) });
  await expect
    .poll(async () => (await replicaHealth())?.lagSeconds)
    .toBeGreaterThan(health?.lagSeconds ?? 0);
  await resume();
  await expect.poll(served, { timeout: 5_000 }).toBe(standbyPort());
  expect(lines).toMatchObject([
    { msg: "the replica can't serve reads, so the primary does", status: "behind" },
    { msg: "the replica serves reads again" },
  ]);
});

test("a read that conflicts with what the replica replays runs again on the primary", async () => {
  await servers().standby.set("max_standby_streaming_delay", "0");
  const read = readFromReplica((from) =>
    from.transaction(async (tx) => {
      await tx.execute(sql`select from notes`);
      if ((await portOf(tx)) === standbyPort()) {
        await onPrimary((owner) => owner`alter table notes add column if not exists more text`);
        await tx.execute(sql`select pg_sleep(3)`);
      }
      return await portOf(tx);
    }),
  );
  expect(await read).toBe(primaryPort());
  expect(await readCounts()).toEqual({ failed: 1 });
});

test("a query that takes too long, or is wrong, fails as on the primary, and isn't repeated", async () => {
  const tooLong = readFromReplica((from) =>
    from.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '100ms'`);
      await tx.execute(sql`select pg_sleep(5)`);
    }),
  );
  await expect(tooLong).rejects.toMatchObject({ cause: { code: "57014" } });
  const wrong = readFromReplica((from) => from.execute(sql`select 1 / 0`));
  await expect(wrong).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await readCounts()).toEqual({});
});

test("with synchronous_commit off, reads see what was acknowledged before it is flushed", async () => {
  const set = async (commit: string, delay: string) => {
    await onPrimary((owner) => owner.unsafe(`alter role app set synchronous_commit = ${commit}`));
    await servers().primary.set("wal_writer_delay", delay);
  };
  await set("off", "10s");
  onTestFinished(() => set("on", "200ms"));
  await reconfigure();
  for (let n = 0; n < 10; n++) {
    forget();
    const text = await writeNote();
    expect(await readFromReplica(textsIn)).toContain(text);
  }
});

test("a replica that refuses new connections fails no read", async () => {
  await reconfigure();
  expect(await replicaHealth()).toEqual({ isUp: true, lagSeconds: 0 });
  await onPrimary((owner) => owner`alter role app nologin`);
  onTestFinished(() => onPrimary((owner) => owner`alter role app login`).then(() => {}));
  expect(await served()).toBe(primaryPort());
  expect(await readCounts()).toEqual({ failed: 1 });
});

test("another database of the replica serves no read", async () => {
  await reconfigure({ DATABASE_REPLICA_URL: servers().standby.urlOf("app", "postgres") });
  expect(await served()).toBe(primaryPort());
  expect(await readCounts()).toEqual({ diverged: 1 });
});

test("a read that can't ask the primary how far it is goes to the primary after two seconds", async () => {
  await reconfigure({ DATABASE_POOL_MAX: "1" });
  const long = pg()`select pg_sleep(4)`.then();
  const startedAtMs = performance.now();
  const outcome = Promise.all([served(), served()]);
  await expect.poll(readCounts, { timeout: 2_900, interval: 50 }).toEqual({ failed: 2 });
  expect(performance.now() - startedAtMs).toBeGreaterThan(1_900);
  expect(await outcome).toEqual([primaryPort(), primaryPort()]);
  await long;
});

test("a check that waits for another one doesn't open the connections again after a shutdown", async () => {
  await replicaHealth();
  const checks = Promise.allSettled([replicaHealth(), Promise.resolve().then(replicaHealth)]);
  await Promise.resolve();
  await closePool();
  await checks;
  expect(isPoolOpen()).toBe(false);
});

test("a replica that doesn't respond delays the first read by a moment, and those after it by nothing", async () => {
  const proxy = await startDatabaseProxy(urlOf(servers().standby));
  onTestFinished(proxy.close);
  await reconfigure({ DATABASE_REPLICA_URL: proxy.url });
  const lines = logged();
  expect(await served()).toBe(standbyPort());
  proxy.halfOpen(true);
  const startedAtMs = performance.now();
  expect(await served()).toBe(primaryPort());
  expect(performance.now() - startedAtMs).toBeLessThan(4_000);
  // Each of the checks that go on in the background waits for half a second.
  const untilMs = performance.now() + 1_300;
  const times: number[] = [];
  while (performance.now() < untilMs) {
    const askedAtMs = performance.now();
    expect(await served()).toBe(primaryPort());
    times.push(performance.now() - askedAtMs);
    await sleep(20);
  }
  expect(Math.min(...times)).toBeLessThan(400);
  expect(await replicaHealth()).toEqual({ isUp: false, lagSeconds: null });
  proxy.halfOpen(false);
  // Without waiting for the pause until the next check.
  await expect.poll(replicaHealth).toEqual({ isUp: true, lagSeconds: 0 });
  expect(await served()).toBe(standbyPort());
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the replica can't serve reads, so the primary does",
    "the replica serves reads again",
  ]);
});

test("a replica that is killed during reads fails none of them", async () => {
  const { standby } = servers();
  const slowRead = async (from: Db) => {
    await from.execute(sql`select pg_sleep(0.2)`);
    return portOf(from);
  };
  let isDone = false;
  const ports = Array.from({ length: 8 }, () => new Set<number>());
  const reads = ports.map(async (reached) => {
    while (!isDone) reached.add(await readFromReplica(slowRead));
  });
  const areAllAt = (port: number) => ports.every((reached) => reached.has(port));
  await expect.poll(() => areAllAt(standbyPort())).toBe(true);
  await standby.kill();
  await expect.poll(() => areAllAt(primaryPort())).toBe(true);
  isDone = true;
  await Promise.all(reads);
  expect(await readCounts()).toMatchObject({ failed: expect.any(Number) });
  await standby.start();
  await expect.poll(replicaHealth).toEqual({ isUp: true, lagSeconds: 0 });
  expect(await served()).toBe(standbyPort());
});

test("a promoted replica isn't used, and neither is the former primary behind the one that was promoted", async () => {
  const lines = logged();
  const { primary, standby } = servers();
  await resume();
  await onStandby((owner) => owner`select pg_promote()`);
  await onStandby((owner) => owner`insert into notes (text) values ('of another history')`);
  expect(await readFromReplica(textsIn)).not.toContain("of another history");
  expect(await served()).toBe(primaryPort());
  expect(await readCounts()).toEqual({ diverged: 2 });
  expect(await replicaHealth()).toEqual({ isUp: false, lagSeconds: null });
  expect(lines).toMatchObject([{ status: "diverged" }]);

  // The log of the former primary is the longer one.
  await onPrimary((owner) => owner`select pg_logical_emit_message(true, '', repeat('x', 1000000))`);
  await closePool();
  await primary.becomeStandby();
  const [formerPrimary, promoted] = [urlOf(primary), urlOf(standby)];
  await reconfigure({ DATABASE_URL: promoted, DATABASE_REPLICA_URL: formerPrimary });
  expect(await readFromReplica(textsIn)).toContain("of another history");
  expect(await readCounts()).toEqual({ diverged: 1 });
});
