import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { apiClient, makeActiveCard, send } from "../support/client";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import { killOnExit } from "../support/programs";
import { createStoreKey, scripOf, thisRelease } from "../support/releases";
import { expect, test } from "../support/test";

/** Refuses each write because there is no space. */
const FULL = "/dev/full";

test.skip(!existsSync(FULL), `this system has no ${FULL}`);

/** A store with a key in a database of its own. */
async function storeWithKey({ variables, sql }: Awaited<ReturnType<typeof newDatabase>>) {
  const scrip = scripOf(thisRelease(), variables);
  await scrip("db", "migrate");
  const key = await createStoreKey(scrip);
  const origin = `http://localhost:${variables.PORT}`;
  const verify = () => scrip("ledger", "verify");
  return { till: apiClient(key, origin), origin, verify, variables, sql };
}

test("a server whose log is on a full disk serves, keeps each acknowledged movement, and stops", async () => {
  const database = await newDatabase();
  try {
    const { till, origin, verify, variables } = await storeWithKey(database);
    const full = openSync(FULL, "w");
    const server = spawn(process.execPath, [".build/server.mjs"], {
      stdio: ["ignore", full, full],
      env: { ...process.env, ...variables, NODE_ENV: "production", LOG_LEVEL: "trace" },
    });
    killOnExit(server);
    const ended = once(server, "exit");
    const ready = () => send("/api/ready", {}, origin).catch(() => null);
    await expect.poll(ready).toMatchObject({ status: 200 });
    const { uuid } = await makeActiveCard(till, { amountCents: 1_000 });
    for (let n = 0; n < 5; n++) {
      // Each is a line in the log.
      expect((await apiClient("scrip_live_unknown", origin).get("/cards")).status).toBe(401);
      expect((await till.post(`/cards/${uuid}/debit`, { amountCents: 100 })).status).toBe(200);
    }
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    const [card] = await database.sql`select balance_cents from cards where id = ${uuid}`;
    expect(Number(card?.balance_cents)).toBe(500);
    expect(await verify()).toMatchObject({ ok: true });
  } finally {
    await database.remove();
  }
});

/** Ends the sessions of the server, which keep files open. */
const endSessions = (sql: Sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Leaves no space for the rows of an empty table. Returns a function that makes space again. */
async function fillDiskOf(sql: Sql, table: string) {
  const [row] = await sql`select current_setting('data_directory') as folder,
    pg_relation_filepath(${table}) as file, pg_relation_size(${table}) as bytes`;
  expect(Number(row?.bytes)).toBe(0);
  const path = join(String(row?.folder), String(row?.file));
  renameSync(path, `${path}.empty`);
  symlinkSync(FULL, path);
  await endSessions(sql);
  return async () => {
    rmSync(path);
    renameSync(`${path}.empty`, path);
    await endSessions(sql);
  };
}

test("while the database's disk is full, a movement is refused with 503 and leaves nothing, reads work, and the log has one line; it recovers by itself", async () => {
  const database = await newDatabase();
  const { till, origin, verify, variables, sql } = await storeWithKey(database);
  const server = await startServer(variables);
  try {
    const { uuid } = await makeActiveCard(till, { amountCents: 1_000 });
    const stored = async () => {
      const [counts] = await sql`select (select count(*) from transactions) as transactions,
        (select count(*) from events) as events`;
      return { ...counts, card: (await till.get(`/cards/${uuid}`)).body };
    };
    const before = await stored();
    const printedBefore = server.output().length;
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const debit = () => till.post(`/cards/${uuid}/debit`, { amountCents: 100 }, key);
    // The last row that a movement writes.
    const makeSpace = await fillDiskOf(sql, "idempotency_keys");
    for (let n = 0; n < 3; n++) {
      const { status, body, headers } = await debit();
      expect([status, body.error, headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
    }
    expect(await stored()).toEqual(before);
    expect(await send("/api/ready", {}, origin)).toMatchObject({ status: 200 });

    await makeSpace();
    // The server may still have connections that were ended.
    await expect.poll(async () => (await debit()).status).toBe(200);
    expect((await debit()).body).toMatchObject({ card: { balanceCents: 900 } });
    expect(await verify()).toMatchObject({ ok: true });
    const lines = server.output().slice(printedBefore).split("\n").filter(Boolean);
    expect(lines.filter((line) => line.includes("53100"))).toEqual([
      expect.stringContaining("the database's disk is full, so changes are refused"),
    ]);
  } finally {
    await server.stop();
    await database.remove();
  }
});
