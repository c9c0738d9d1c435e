import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { startDatabaseProxy } from "@/e2e/faults/system/proxy";
import { codeOf } from "@/lib/base/errors";
import { poolOf } from "@/lib/testing/pools";
import type { Queries } from "./query";
import { extendAnswerTimeout } from "./transaction";

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

  for (let round = 0; round < 8; round++) {
    let over = false;
    const callers = Array.from({ length: 20 }, async (_, caller) => {
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
  expect(failed).toBeGreaterThan(0);
  const torn = await pool`select what, count(*)::int from pairs group by 1 having count(*) <> 2`;
  expect(torn).toEqual([]);
});

/** A proxy of the test's database. */
async function startProxy() {
  const proxy = await startDatabaseProxy(process.env.MIGRATE_DATABASE_URL ?? "");
  onTestFinished(proxy.close);
  return proxy;
}

test("a connection that is cut while it opens, wherever, fails its query alone, and the next one works", async () => {
  const { url, cutNewAfter } = await startProxy();
  const pool = poolOf(3, { url });
  for (const bytes of [0, 1, 5, 9, 24, 60, 120, 250, 350, 420]) {
    cutNewAfter("toClient", bytes);
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => pool`select ${n}::int as n`));
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses, `cut after ${bytes} bytes`).toEqual(Array(3).fill("rejected"));
    cutNewAfter("toClient", null);
    const rows = await Promise.all([1, 2, 3, 4].map((n) => pool`select ${n}::int as n`));
    expect(rows.flat()).toEqual([1, 2, 3, 4].map((n) => ({ n })));
    await pool`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'scrip' and pid <> pg_backend_pid()`;
    await pool`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  }
});

const connectionLost = { code: expect.stringMatching(/^CONNECTION_/) };

test("queries right after a reset of idle connections fail immediately, not at their timeout", async () => {
  const { url, refusing } = await startProxy();
  // The timeouts are longer than the test's.
  const pool = poolOf(10, { url, answerTimeoutMs: 600_000, waitTimeoutMs: 600_000 });
  const onAll = () => Promise.all(Array.from({ length: 10 }, () => pool`select pg_sleep(0.05)`));
  for (let round = 0; round < 5; round++) {
    await onAll();
    refusing(true);
    const outcomes: Promise<unknown>[] = [];
    // One of them comes after the driver read the reset of its connection, and before it closed.
    for (let n = 0; n < 8; n++) {
      await new Promise(setImmediate);
      outcomes.push(pool`select 1`.catch(codeOf));
    }
    const codes = await Promise.all(outcomes);
    refusing(false);
    expect(codes).toEqual(Array(8).fill(expect.stringMatching(/^(ECONNRESET|CONNECTION_)/)));
  }
});

test("a server that goes silent fails the query or the transaction that waits for it, a refused connection its own, whatever hosts are named", async () => {
  const { url, halfOpen } = await startProxy();
  const pool = poolOf(1, { url, answerTimeoutMs: 1_000 });
  expect(await pool`select 1 as n`).toEqual([{ n: 1 }]);
  halfOpen(true);
  await expect(pool`select 2 as n`).rejects.toMatchObject(connectionLost);
  halfOpen(false);
  expect(await pool`select 3 as n`).toEqual([{ n: 3 }]);
  const work = pool.begin(async (tx) => {
    await tx`select 4 as n`;
    halfOpen(true);
    await tx`select 5 as n`;
  });
  await expect(work).rejects.toMatchObject(connectionLost);
  halfOpen(false);
  const givenUp = pool.begin(async (tx) => {
    await tx`select 6 as n`;
    halfOpen(true);
    throw new Error("given up");
  });
  await expect(givenUp).rejects.toThrow("given up");
  halfOpen(false);
  expect(await pool`select 7 as n`).toEqual([{ n: 7 }]);

  const hosts = url.replace(new URL(url).host, "127.0.0.1:1,127.0.0.1:2");
  const refused = poolOf(1, { url: hosts })`select 1`;
  await expect(refused).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a response that is cut off and followed by PgBouncer's own error is a lost connection, wherever it is cut", async () => {
  const target = new URL(process.env.MIGRATE_DATABASE_URL ?? "");
  const [port, hostname] = [Number(target.port), target.hostname];
  const fatal = Buffer.from("E\0\0\0\x2fSFATAL\0VFATAL\0C08P01\0Mserver conn crashed?\0\0");
  let [leftBytes, responseBytes] = [Infinity, 0];
  const listener = createServer((client) => {
    const server = connect(port, hostname);
    server.on("data", (bytes) => {
      responseBytes += bytes.length;
      if (bytes.length < leftBytes) {
        leftBytes -= bytes.length;
        return void client.write(bytes);
      }
      client.end(Buffer.concat([bytes.subarray(0, leftBytes), fatal]));
      server.destroy();
    });
    client.on("data", (bytes) => server.write(bytes)).on("error", () => {});
    client.on("close", () => server.destroy());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  target.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const pool = poolOf(1, { url: target.href });
  const read = () =>
    pool`select '{"a": ["text"]}'::jsonb as json, 1.5::float8 as number, ${"x"}::text as t`;
  await read();
  responseBytes = 0;
  // The statement is prepared by now.
  await read();
  const wholeBytes = responseBytes;
  for (let cut = 1; cut < wholeBytes; cut += 2) {
    leftBytes = Infinity;
    await read();
    leftBytes = cut;
    await expect(read(), `cut after ${cut} bytes`).rejects.toMatchObject(connectionLost);
  }
  expect(wholeBytes).toBeGreaterThan(60);
});

test("a transaction that asks for more time gets it for each further statement", async () => {
  const pool = poolOf(1, { answerTimeoutMs: 800 });
  const slow = (tx: Queries) => tx`select pg_sleep(1), 1 as n`;
  await expect(pool.begin(slow)).rejects.toMatchObject(connectionLost);
  const extended = pool.begin(async (tx) => {
    extendAnswerTimeout(60_000);
    await slow(tx);
    return await slow(tx);
  });
  expect(await extended).toMatchObject([{ n: 1 }]);
  // Not for the next transaction.
  await expect(pool.begin(slow)).rejects.toMatchObject(connectionLost);
});

test("a caller waits for a connection no longer than the limit, and takes no turn after it", async () => {
  const pool = poolOf(1, { waitTimeoutMs: 50 });
  const ends = await pool.begin(async () => {
    const waiting = [pool`select 1 as n`, pool`select 2 as n`];
    return await Promise.all(waiting.map((query) => query.catch(codeOf)));
  });
  expect(ends).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED"]);
  expect(pool.use()).toEqual({ max: 1, inUse: 0, waiting: 0 });
  expect(await pool`select 3 as n`).toEqual([{ n: 3 }]);
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
  await pool.end(60_000);
  expect((await both).flat()).toMatchObject([{ n: 7 }, { n: 8 }]);
  await expect(pool`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
});
