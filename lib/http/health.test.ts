import { afterEach, beforeEach, expect, test } from "vitest";
import { create } from "../cards/create";
import { closePool, pg } from "../db/client";
import { newId } from "../ids";
import { configure } from "../testing/configure";
import { asOwner, useDatabasePerTest } from "../testing/database";
import { createStore } from "../testing/store";
import { cronHandler } from "./cron";
import { health } from "./health";

useDatabasePerTest();

/** As in a new process. */
const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
beforeEach(forget);
afterEach(forget);

const KEY = process.env.ENCRYPTION_KEY;
const OTHER_KEY = "6f".repeat(32);
afterEach(() => configure({ ENCRYPTION_KEY: KEY, ENCRYPTION_KEYS_OLD: "" }));

const stateOf = async () => {
  const response = await health();
  return { status: response.status, body: await response.json() };
};

const callJob = () => {
  const headers = { Authorization: `Bearer ${process.env.CRON_SECRET}` };
  const request = new Request("http://localhost/api/cron/housekeeping", { headers });
  return cronHandler(request, { params: Promise.resolve({ job: "housekeeping" }) });
};

const recordedKeys = async () => (await pg()`select id from encryption_keys`).map(({ id }) => id);

test("a database of this release is healthy, and its key is recorded once", async () => {
  expect(await stateOf()).toEqual({ status: 200, body: { status: "ok" } });
  const [id] = await recordedKeys();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  forget();
  expect((await stateOf()).status).toBe(200);
  expect(await recordedKeys()).toEqual([id]);
});

test.each([
  [
    "not migrated",
    "drop schema migrations cascade",
    "The database is not migrated. Run: npm run -s scrip -- db migrate",
  ],
  [
    "behind this release by a migration",
    "delete from migrations.installed where name = '0000_base.sql'",
    "The database is behind this release. Run: npm run -s scrip -- db migrate",
  ],
  [
    "behind this release by a function",
    "update migrations.installed set checksum = 'of another text' where name = 'move.sql'",
    "The database is behind this release. Run: npm run -s scrip -- db migrate",
  ],
  [
    "ahead of this release",
    "insert into migrations.installed (name, checksum) values ('9999_later.sql', '')",
    "The database belongs to a newer release",
  ],
  [
    "closed to the app's role",
    "revoke all on schema migrations from scrip_app",
    "The role of DATABASE_URL has no rights in the database. Run: npm run -s scrip -- db migrate",
  ],
])(
  "a database that is %s makes the instance unhealthy, with what to do",
  async (_what, change, reason) => {
    await asOwner((sql) => sql.unsafe(change));
    const { status, body } = await stateOf();
    expect(status).toBe(503);
    expect(body).toEqual({ status: "unavailable", reason: expect.stringContaining(reason) });
    expect((await callJob()).status).toBe(503);
    expect(await recordedKeys()).toEqual([]);
  },
);

test("another ENCRYPTION_KEY makes the instance unhealthy, refuses jobs and writes nothing", async () => {
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

test("a database from before keys were recorded is tested by one of its cards", async () => {
  const { ctx } = await createStore();
  await create(ctx({ requestId: newId() }), { currency: "USD", cardType: "digital" });
  configure({ ENCRYPTION_KEY: OTHER_KEY });
  expect((await stateOf()).body.reason).toContain("encrypted with");
  expect(await recordedKeys()).toEqual([]);
  configure({ ENCRYPTION_KEY: KEY });
  expect((await stateOf()).status).toBe(200);
});

test("a database that doesn't answer makes the instance unhealthy, and it recovers by itself", async () => {
  const url = process.env.DATABASE_URL;
  await closePool();
  configure({ DATABASE_URL: "postgres://localhost:1/none" });
  expect(await stateOf()).toEqual({ status: 503, body: { status: "unavailable" } });
  await closePool();
  configure({ DATABASE_URL: url });
  expect((await stateOf()).status).toBe(200);
});
