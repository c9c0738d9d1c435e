import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/api/v1/openapi.json/route";
import { VERSION } from "@/lib/base/config/version";
import { newId } from "@/lib/base/ids";
import { closePool, pg } from "@/lib/db/client/client";
import { create } from "@/lib/domain/cards/create";
import { configure } from "@/lib/testing/configure";
import { asOwner, onThisNode, useDatabasePerTest } from "@/lib/testing/database";
import { createStore } from "@/lib/testing/store";
import { cronHandler } from "./cron";
import { startDraining } from "./draining";
import { health, ready } from "./health";
import { type Job, runTick } from "./jobs";

useDatabasePerTest();

/** As in a new process. */
const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
beforeEach(forget);
afterEach(forget);

const KEY = process.env.ENCRYPTION_KEY;
const OTHER_KEY = "6f".repeat(32);
afterEach(() => configure({ ENCRYPTION_KEY: KEY, ENCRYPTION_KEYS_OLD: "" }));

const stateOf = async () => {
  const response = await ready();
  return { status: response.status, body: await response.json() };
};

const callJob = () => {
  const headers = { Authorization: `Bearer ${process.env.CRON_SECRET}` };
  const request = new Request("http://localhost/api/cron/housekeeping", { headers });
  return cronHandler(request, { params: Promise.resolve({ job: "housekeeping" }) });
};

const recordedKeys = async () => (await pg()`select id from encryption_keys`).map(({ id }) => id);

test("an instance with a database of this release is ready, and its key is recorded once", async () => {
  expect(await stateOf()).toEqual({ status: 200, body: { status: "ready" } });
  const [id] = await recordedKeys();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  forget();
  expect((await stateOf()).status).toBe(200);
  expect(await recordedKeys()).toEqual([id]);
});

test("an instance is alive while it serves, whatever its database does, and says its version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const url = process.env.DATABASE_URL;
  await closePool();
  configure({ DATABASE_URL: "postgres://localhost:1/none" });
  const response = health();
  configure({ DATABASE_URL: url });
  expect([response.status, await response.json()]).toEqual([200, { status: "ok", version }]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("package.json, the liveness response and the OpenAPI document say the same version", async () => {
  const { version, oldestCompatible } = JSON.parse(readFileSync("package.json", "utf8"));
  const document = await GET(new Request("http://localhost/api/v1/openapi.json"), {
    params: Promise.resolve({}),
  });
  expect((await document.json()).info.version).toBe(version);
  expect((await health().json()).version).toBe(version);
  // The database compares both as numbers.
  for (const one of [version, oldestCompatible]) expect(one).toMatch(/^\d+\.\d+\.\d+$/);
});

test("a draining instance is not ready, and alive", async () => {
  startDraining();
  const [draining, alive] = [await stateOf(), health().status];
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.draining"));
  expect(draining).toEqual({
    status: 503,
    body: { status: "unavailable", reason: expect.stringContaining("draining") },
  });
  expect(alive).toBe(200);
  expect((await stateOf()).status).toBe(200);
});

test("an instance is not ready while its database is read-only, and is once it can be written again", async () => {
  expect((await stateOf()).status).toBe(200);
  const change = async (setting: string) => {
    await asOwner((sql) =>
      sql.unsafe(`do $$ begin
        execute format('alter role scrip_app in database %I ${setting}', current_database());
      end $$`),
    );
    await closePool();
  };
  await change("set default_transaction_read_only = on");
  expect(await stateOf()).toEqual({
    status: 503,
    body: { status: "unavailable", reason: "The database is read-only." },
  });
  await change("reset default_transaction_read_only");
  expect((await stateOf()).status).toBe(200);
});

test("an instance is no longer ready when its database is emptied", async () => {
  expect((await stateOf()).status).toBe(200);
  await asOwner((sql) =>
    sql.unsafe("drop schema public, migrations cascade; create schema public"),
  );
  const { status, body } = await stateOf();
  expect([status, body.reason]).toEqual([503, expect.stringContaining("isn't migrated")]);
});

test.each([
  [
    "not migrated",
    "drop schema migrations cascade",
    "The database isn't migrated. Run: npm run -s scrip -- db migrate",
  ],
  [
    "behind this release by a migration",
    "delete from migrations.installed where name = '0000_schema.sql'",
    "The database is older than this release. Run: npm run -s scrip -- db migrate",
  ],
  [
    "behind this release by a function",
    "update migrations.installed set checksum = 'of another text' where name = 'move.sql'",
    "The database is older than this release. Run: npm run -s scrip -- db migrate",
  ],
  [
    "migrated by an older release",
    "update migrations.releases set version = '0.99.0', oldest_compatible = '0.98.0'",
    "The database is older than this release. Run: npm run -s scrip -- db migrate",
  ],
  [
    "ahead of this release",
    "insert into migrations.installed (name, checksum) values ('9999_later.sql', '')",
    "The database belongs to a newer release",
  ],
  [
    "closed to the app's role",
    "revoke all on schema migrations from scrip_app",
    "The role of DATABASE_URL has no permissions in the database. Run: npm run -s scrip -- db migrate",
  ],
])(
  "a database that is %s makes the instance not ready, with what to do",
  async (_what, change, reason) => {
    await asOwner((sql) => sql.unsafe(change));
    const { status, body } = await stateOf();
    expect(status).toBe(503);
    expect(body).toEqual({ status: "unavailable", reason: expect.stringContaining(reason) });
    expect((await callJob()).status).toBe(503);
    expect(await recordedKeys()).toEqual([]);
  },
);

test("an instance stays ready beside the next release, and neither runs nor starts beside the one after it", async () => {
  const migratedBy = (version: string, oldest: string) =>
    asOwner(
      (sql) =>
        sql`insert into migrations.releases (version, oldest_compatible) values (${version}, ${oldest})`,
    );
  expect((await stateOf()).status).toBe(200);
  await asOwner(
    (sql) => sql`insert into migrations.installed (name, checksum) values ('9999_later.sql', '')`,
  );
  await migratedBy("99.9.0", VERSION);
  expect((await stateOf()).status).toBe(200);
  forget();
  expect((await stateOf()).status).toBe(200);

  await migratedBy("99.10.0", "99.9.0");
  const refused = { status: 503, body: { reason: expect.stringContaining("a newer release") } };
  expect(await stateOf()).toMatchObject(refused);
  expect((await callJob()).status).toBe(503);
  forget();
  expect(await stateOf()).toMatchObject(refused);
});

test("another ENCRYPTION_KEY makes the instance not ready, refuses jobs and writes nothing", async () => {
  const { ctx } = await createStore();
  expect((await stateOf()).status).toBe(200);
  const keys = await recordedKeys();
  configure({ ENCRYPTION_KEY: OTHER_KEY });
  forget();

  const { status, body } = await stateOf();
  expect(status).toBe(503);
  expect(body.reason).toContain(`is not this database's key (fingerprint ${keys[0]})`);
  expect((await callJob()).status).toBe(503);
  expect(await recordedKeys()).toEqual(keys);

  // As a former key, it makes the other key the next one.
  configure({ ENCRYPTION_KEYS_OLD: KEY });
  expect((await stateOf()).status).toBe(200);
  expect(await recordedKeys()).toHaveLength(2);
  await create(ctx(), { currency: "USD", cardType: "digital" });
});

test("the server runs no work while the database doesn't fit, and runs it once it does", async () => {
  expect((await stateOf()).status).toBe(200);
  configure({ ENCRYPTION_KEY: OTHER_KEY });
  forget();
  let runs = 0;
  const job: Job = { schedule: "* * * * *", run: async () => ({ runs: ++runs }) };
  const tick = { schedule: "* * * * * *", run: () => ++runs };
  await expect(runTick("webhooks", { ...job, tick })).rejects.toThrow("is not this database's key");
  expect(runs).toBe(0);
  configure({ ENCRYPTION_KEY: KEY });
  await runTick("webhooks", { ...job, tick });
  await runTick("webhooks", job);
  expect(runs).toBe(2);
});

const PRODUCTION = { APP_URL: "https://cards.example", SMTP_URL: "smtp://mail.example" };

describe("in production, a role that owns the database or can take it over", () => {
  const app = process.env.DATABASE_URL;
  let role = "";
  beforeEach(() => {
    role = `taker_${newId().replaceAll("-", "")}`;
    configure({ ...PRODUCTION, TRUSTED_PROXY_HOPS: "0" });
  });
  afterEach(async () => {
    await closePool();
    await asOwner(async (sql) => {
      await onThisNode(sql);
      await sql.unsafe(`reassign owned by ${role} to current_user;
        drop owned by ${role}; drop role ${role}`);
    });
    const local = { APP_URL: "", SMTP_URL: "", TRUSTED_PROXY_HOPS: "", DATABASE_ROLE: "" };
    configure({ ...local, DATABASE_URL: app });
  });

  /** Connects as a new role with these rights, besides those of the app's. */
  async function connectAs(rights: (owner: string) => string) {
    await asOwner(async (sql) => {
      await onThisNode(sql);
      const [row] = await sql`select current_user as owner`;
      await sql.unsafe(`create role ${role} login password 'of the taker' in role scrip_app;
        ${rights(row?.owner)}`);
    });
    const url = new URL(process.env.DATABASE_URL ?? "");
    Object.assign(url, { username: role, password: "of the taker" });
    await closePool();
    configure({ DATABASE_URL: url.href });
    return await stateOf();
  }

  test.each([
    ["creates roles", () => `alter role ${role} createrole`],
    ["is a superuser", () => `alter role ${role} superuser`],
    ["is a member of the owner", (owner: string) => `grant ${owner} to ${role}`],
    ["owns a table", () => `create table own_one (); alter table own_one owner to ${role}`],
    ["owns the schema", () => `alter schema migrations owner to ${role}`],
  ])("is refused unless DATABASE_ROLE allows it: one that %s", async (_what, rights) => {
    const { status, body } = await connectAs(rights);
    expect([status, body.reason]).toEqual([503, expect.stringContaining("DATABASE_ROLE=owner")]);
    expect(await recordedKeys()).toEqual([]);
    configure({ DATABASE_ROLE: "owner" });
    expect((await stateOf()).status).toBe(200);
  });

  test("is not the app's, nor one with its rights alone", async () => {
    expect((await connectAs(() => "")).status).toBe(200);
  });
});

test("a database from before keys were recorded is tested by one of its cards", async () => {
  const { ctx } = await createStore();
  await create(ctx({ requestId: newId() }), { currency: "USD", cardType: "digital" });
  configure({ ENCRYPTION_KEY: OTHER_KEY });
  expect((await stateOf()).body.reason).toContain("table cards");
  expect(await recordedKeys()).toEqual([]);
  configure({ ENCRYPTION_KEY: KEY });
  expect((await stateOf()).status).toBe(200);
});

test("a database that doesn't answer makes the instance not ready, and it recovers by itself", async () => {
  const url = process.env.DATABASE_URL;
  await closePool();
  configure({ DATABASE_URL: "postgres://localhost:1/none" });
  expect(await stateOf()).toEqual({
    status: 503,
    body: { status: "unavailable", reason: "The database isn't responding." },
  });
  await closePool();
  configure({ DATABASE_URL: url });
  expect((await stateOf()).status).toBe(200);
});
