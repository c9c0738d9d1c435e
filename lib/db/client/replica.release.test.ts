import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { startDatabaseProxy } from "@/e2e/faults/system/proxy";
import { createLog } from "@/lib/base/observe/log";
import { configure } from "@/lib/testing/configure";
import { useReplicatedDatabase, WAITING } from "@/lib/testing/replicated-database";
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
  const writers = Array.from({ length: 6 }, async () => {
    while (!isDone) {
      const text = await writeNote();
      expect(await readFromReplica(textsIn)).toContain(text);
    }
  });
  const untilMore = async (outcome: string) => {
    const count = async () => (await readCounts())[outcome] ?? 0;
    await expect.poll(count).toBeGreaterThan((await count()) + writers.length);
  };
  const follow = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await pause().then(() => untilMore("behind"));
      await resume().then(() => untilMore("replica"));
    }
  };
  await Promise.race([follow(), Promise.all(writers)]).finally(() => (isDone = true));
  await Promise.all(writers);
  expect(Object.keys(await readCounts()).sort()).toEqual(["behind", "replica"]);
});

test("a read doesn't join a check under way, which can't know what was written since it began", async () => {
  const proxy = await startDatabaseProxy(urlOf(servers().standby));
  onTestFinished(proxy.close);
  await reconfigure({ DATABASE_REPLICA_URL: proxy.url });
  proxy.delaying(60);
  const first = served();
  // The first check opens its connection once it knows how far the primary is.
  await expect.poll(proxy.open, { interval: 1 }).toBe(1);
  await pause();
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
  const health = await replicaHealth();
  expect(health).toEqual({ isUp: true, lagSeconds: expect.any(Number) });
  await expect
    .poll(async () => (await replicaHealth())?.lagSeconds)
    .toBeGreaterThan(health?.lagSeconds ?? 0);
  // Now a check that a read waited for would end only with the pause.
  configure(WAITING);
  for (let n = 0; n < 20; n++) expect(await served()).toBe(primaryPort());
  expect(await readCounts()).toEqual({ behind: 21 });
  await resume();
  expect(await served()).toBe(standbyPort());
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
        // The replay cancels it.
        await tx.execute(sql`select pg_sleep(60)`);
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
  // The log reaches the standby only with the flush.
  configure({ SCRIP_PATIENCE: "1" });
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

test("a read that can't ask the primary in time how far it is goes to the primary", async () => {
  await reconfigure({ DATABASE_POOL_MAX: "1" });
  let release = () => {};
  const holder = pg().begin(() => new Promise<void>((settle) => (release = settle)));
  configure({ SCRIP_PATIENCE: "0.1" });
  const reads = Promise.all([served(), served()]);
  await expect.poll(readCounts).toEqual({ failed: 2 });
  release();
  expect(await reads).toEqual([primaryPort(), primaryPort()]);
  await holder;
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
  // A check waits two seconds for an answer.
  configure({ SCRIP_PATIENCE: "4" });
  await pg()`select 1`;
  configure(WAITING);
  expect(await served()).toBe(standbyPort());
  proxy.halfOpen(true);
  expect(await served()).toBe(primaryPort());
  expect(await replicaHealth()).toEqual({ isUp: false, lagSeconds: null });

  // Now a check that a read waited for would not end.
  await closePool();
  const before = proxy.open();
  const read = async () => expect(await served()).toBe(primaryPort());
  await expect.poll(() => read().then(proxy.open)).toBeGreaterThan(before);
  for (let n = 0; n < 20; n++) await read();
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
    await from.execute(sql`select pg_sleep(1)`);
    return portOf(from);
  };
  let isDone = false;
  const ports = Array.from({ length: 8 }, () => new Set<number>());
  const reads = ports.map(async (reached) => {
    while (!isDone) reached.add(await readFromReplica(slowRead));
  });
  const areAllAt = (port: number) => ports.every((reached) => reached.has(port));
  await expect.poll(() => areAllAt(standbyPort())).toBe(true);
  const reading = () =>
    onStandby(
      (owner) => owner`select from pg_stat_activity
    where query like 'select pg_sleep%' and state = 'active'`,
    );
  await expect.poll(reading).not.toHaveLength(0);
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
