import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { codeOf } from "@/lib/errors";
import { startDatabaseProxy } from "@/lib/testing/database-proxy";
import { poolOf } from "@/lib/testing/pools";

test("connections that are killed in the midst of work fail what they were at, whole, and nothing after it", async () => {
  const pool = poolOf(10);
  await pool`create table pairs (id serial, what text)`;
  const killer = postgres(process.env.MIGRATE_DATABASE_URL ?? "", { max: 1 });
  let failed = 0;
  const read = async (n: number) => {
    const rows = await pool`select ${n}::int as n`.catch(() => failed++);
    if (Array.isArray(rows)) expect(rows).toEqual([{ n }]);
  };
  // Writes two rows or none; none if it throws in the middle.
  const write = (what: string, givenUp: boolean) =>
    pool
      .begin(async (tx) => {
        await tx`insert into pairs (what) values (${what})`;
        if (givenUp) throw new Error("given up");
        await tx`insert into pairs (what) values (${what})`;
      })
      .catch(() => failed++);

  for (let round = 0; round < 20; round++) {
    let over = false;
    const callers = Array.from({ length: 40 }, async (_, caller) => {
      for (let n = 0; !over; n++) {
        if (caller % 2 === 0) await read(n);
        else await write(`${round} ${caller} ${n}`, caller % 4 === 1);
      }
    });
    // Gives queries and transactions time to start.
    await sleep(20);
    await killer`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await sleep(20);
    over = true;
    await Promise.all(callers);
  }
  await killer.end();
  expect(failed).toBeGreaterThan(20);
  const torn = await pool`select what, count(*)::int from pairs group by 1 having count(*) <> 2`;
  expect(torn).toEqual([]);
}, 60_000);

/** The URL of a proxy of the test's database, whose sides `pass` connects. */
async function throughProxy(pass: (client: Socket, server: Socket) => void) {
  const proxy = await startDatabaseProxy(process.env.MIGRATE_DATABASE_URL ?? "", pass);
  onTestFinished(proxy.close);
  return proxy.url;
}

test("a connection that is cut while it opens, wherever, fails its query alone, and the next one works", async () => {
  let cutAfterBytes: number | null = 0;
  const url = await throughProxy((client, server) => {
    let left = cutAfterBytes;
    client.on("data", (bytes) => server.write(bytes));
    server.on("data", (bytes) => {
      client.write(left === null ? bytes : bytes.subarray(0, left));
      if (left === null) return;
      left -= bytes.length;
      if (left <= 0) server.destroy();
    });
    if (left === 0) client.destroy();
  });
  const pool = poolOf(3, { url });
  for (const bytes of [0, 1, 5, 9, 24, 60, 120, 250, 350, 420]) {
    cutAfterBytes = bytes;
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => pool`select ${n}::int as n`));
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses, `cut after ${bytes} bytes`).toEqual(Array(3).fill("rejected"));
    cutAfterBytes = null;
    const rows = await Promise.all([1, 2, 3, 4].map((n) => pool`select ${n}::int as n`));
    expect(rows.flat()).toEqual([1, 2, 3, 4].map((n) => ({ n })));
    await pool`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'scrip' and pid <> pg_backend_pid()`;
    await pool`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  }
});

test("a server that goes silent fails the query that waits for it, a refused connection its own, whatever hosts are named", async () => {
  let silent = false;
  const url = await throughProxy((client, server) => {
    client.on("data", (bytes) => silent || server.write(bytes));
    server.on("data", (bytes) => client.write(bytes));
  });
  const pool = poolOf(1, { url, answerTimeoutMs: 200 });
  expect(await pool`select 1 as n`).toEqual([{ n: 1 }]);
  silent = true;
  const unanswered = pool`select 2 as n`;
  await expect(unanswered).rejects.toMatchObject({ code: /^CONNECTION_/ });
  silent = false;
  expect(await pool`select 3 as n`).toEqual([{ n: 3 }]);

  const hosts = url.replace(new URL(url).host, "127.0.0.1:1,127.0.0.1:2");
  const refused = poolOf(1, { url: hosts })`select 1`;
  await expect(refused).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("closed before what is under way has ended, a pool sends nothing of what waited", async () => {
  const pool = poolOf(1);
  await pool`create table late (n int)`;
  const under = pool`select pg_sleep(5)`.catch(codeOf);
  const waiting = pool`insert into late values (1)`.catch(codeOf);
  await sleep(0);
  await pool.end(50);
  expect(await waiting).toBe("CONNECTION_CLOSED");
  expect(await under).toMatch(/^CONNECTION_/);
  expect(await poolOf(1)`select from late`).toHaveLength(0);
});

test("closed, a pool ends what is under way and refuses what comes after", async () => {
  const pool = poolOf(1);
  const under = pool`select pg_sleep(0.2), 7 as n`;
  const waiting = pool`select 8 as n`;
  const both = Promise.all([under, waiting]);
  // Queries are sent when awaited.
  await sleep(0);
  await pool.end(5_000);
  expect((await both).flat()).toMatchObject([{ n: 7 }, { n: 8 }]);
  await expect(pool`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
});
