import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { codeOf } from "@/lib/base/errors";
import { installedPostgres } from "../../support/installed-postgres";
import { lastingPort } from "../../support/lasting-port";
import { isRunning } from "../../support/processes";
import { startBouncer } from "./pgbouncer";
import { startDatabase } from "./postgres";
import { startProxy } from "./proxy";

const isInstalled = installedPostgres() !== null;
let database: Awaited<ReturnType<typeof startDatabase>>;

beforeAll(async () => {
  if (!isInstalled) return;
  database = await startDatabase();
  const { admin } = database;
  await admin()`create table kept (id serial primary key, what text, filler text)`;
  await admin()`grant all on all tables in schema public to app`;
  await admin()`grant all on all sequences in schema public to app`;
});
afterAll(() => database?.stop());

/** A session of the app. */
function session(url = database.appUrl()): Sql {
  const options = { max: 1, connect_timeout: 30, backoff: false, fetch_types: false };
  const sql = postgres(url, { ...options, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 0 }));
  return sql;
}

/** Writes a row. Resolves when it is acknowledged. */
const keep = (sql: Sql, what: string) => sql`insert into kept (what) values (${what})`;

const kept = async (prefix: string) => {
  const rows = await database.admin()`select what from kept where what ^@ ${prefix} order by id`;
  return rows.map(({ what }) => what);
};

/** Whether a promise settles within so many ms. */
const settles = (promise: Promise<unknown>, ms: number) =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    sleep(ms).then(() => false),
  ]);

test.runIf(isInstalled)("a killed Postgres keeps every acknowledged row", async () => {
  const sql = session();
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; ; n++) {
      await keep(sql, `killed ${n}`);
      acknowledged.push(`killed ${n}`);
    }
  })().catch(codeOf);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await database.kill();
  expect(await writing).toMatch(/CONNECTION|ECONN/);
  await expect(keep(session(), "away")).rejects.toThrow();
  await database.start();
  expect(await kept("killed")).toEqual(expect.arrayContaining(acknowledged));
  await keep(session(), "started again");
});

test.runIf(isInstalled)("a frozen Postgres answers when it continues", async () => {
  const sql = session();
  await keep(sql, "before");
  database.freeze(true);
  const waiting = keep(sql, "frozen").execute();
  expect(await settles(waiting, 300)).toBe(false);
  database.freeze(false);
  await waiting;
  expect(await kept("frozen")).toEqual(["frozen"]);
});

test.runIf(isInstalled)(
  "a full disk refuses writes, and has all acknowledged rows when there is space",
  async ({ skip }) => {
    skip(!database.canFillDisk, "Only root can mount a disk to fill.");
    const acknowledged: string[] = [];
    const write = async (n: number, sql: Sql) => {
      await sql`insert into kept (what, filler)
      select ${`full ${n}`}, string_agg(md5(random()::text), '') from generate_series(1, 20000)`;
      acknowledged.push(`full ${n}`);
    };
    await write(0, session());
    await database.fillDisk(true);
    let refused: unknown;
    for (let n = 1; n < 200 && !refused; n++)
      await write(n, session()).catch((error) => {
        refused = error;
      });
    // 53100: the disk is full. Postgres itself may have ended.
    expect(codeOf(refused)).toMatch(/53100|CONNECTION|ECONN|57P/);
    await database.fillDisk(false);
    await write(999, session());
    expect(await kept("full")).toEqual(acknowledged);
  },
);

test.runIf(isInstalled)(
  "a fail-over keeps every acknowledged row, and a primary that isn't fenced acknowledges none after it",
  async () => {
    const acknowledged: string[] = [];
    for (const fence of [true, false]) {
      const writers = [1, 2, 3].map(async (writer) => {
        const sql = session();
        for (let n = 0; ; n++) {
          const what = `over ${fence} ${writer} ${n}`;
          await keep(sql, what);
          acknowledged.push(what);
        }
      });
      const ended = Promise.allSettled(writers);
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 30);
      const former = { port: database.port(), url: database.appUrl() };
      await database.failOver({ fence });
      expect(database.port()).not.toBe(former.port);
      await keep(session(), "new primary");
      const count = acknowledged.length;
      const late = fence ? null : keep(session(former.url), "on the old one").catch(codeOf);
      if (late) expect(await settles(late, 500)).toBe(false);
      expect(acknowledged).toHaveLength(count);
      await database.rebuildStandby();
      await ended;
      if (late) expect(await late).toMatch(/CONNECTION|ECONN/);
      const [row] = await database.admin()`select sync_state from pg_stat_replication`;
      expect(row?.sync_state).toBe("sync");
      expect(await kept("over")).toEqual(expect.arrayContaining(acknowledged));
      expect(await kept("on the old one")).toEqual([]);
    }
  },
);

test.runIf(isInstalled)(
  "no commit is confirmed without the standby, and all are when it is back",
  async () => {
    const { replication, killStandby, startStandby } = database;
    const isConfirmed = async (what: string) => {
      const keeping = keep(session(), what).execute();
      return { keeping, early: await settles(keeping, 500) };
    };
    await killStandby();
    const killed = await isConfirmed("alone 1");
    await startStandby();
    await killed.keeping;
    replication.halfOpen(true);
    const unheard = await isConfirmed("alone 2");
    replication.halfOpen(false);
    await unheard.keeping;
    replication.cutAfter("toClient", 100);
    await keep(session(), "alone 3");
    expect([killed.early, unheard.early]).toEqual([false, false]);
    expect(await kept("alone")).toEqual(["alone 1", "alone 2", "alone 3"]);
  },
);

test.runIf(isInstalled)(
  "through a proxy and PgBouncer: a lost reply was committed, a fail-over leads to the new primary, and a killed PgBouncer returns",
  async () => {
    const proxy = await startProxy("pgbouncer > postgres", database.port());
    const bouncer = await startBouncer({ targetPort: proxy.port, port: await lastingPort() });
    onTestFinished(async () => {
      await bouncer.stop();
      await proxy.close();
    });
    const url = new URL(database.appUrl());
    url.port = String(bouncer.port);
    const through = () => session(url.href);
    const sql = through();
    await keep(sql, "through 1");
    proxy.losing("toClient");
    await expect(keep(sql, "through lost")).rejects.toThrow();
    proxy.losing(null);
    await expect.poll(() => kept("through")).toEqual(["through 1", "through lost"]);

    await database.failOver({ fence: true });
    proxy.retarget(database.port(), true);
    await expect
      .poll(() =>
        keep(through(), "through 2").then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await bouncer.kill();
    await expect(keep(through(), "through nothing")).rejects.toThrow();
    await bouncer.start();
    await keep(through(), "through 3");
    expect(await kept("through")).toEqual(["through 1", "through lost", "through 2", "through 3"]);
  },
);

test.runIf(isInstalled)("stopped, it leaves no process, no file system and no folder", async () => {
  const [row] = await database.admin()`show data_directory`;
  const { pid } = (await database.admin()`select pg_backend_pid() as pid`)[0] ?? {};
  await database.stop();
  expect(existsSync(String(row?.data_directory))).toBe(false);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});
