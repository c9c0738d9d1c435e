import { execFileSync } from "node:child_process";
import postgres from "postgres";
import { freePort } from "@/lib/db/embedded/free-port";
import { apiClient, makeCard, send } from "../support/client";
import { startInstalledPostgres } from "../support/installed-postgres";
import { startServer } from "../support/instance";
import { PRODUCTION_VARIABLES } from "../support/new-database";
import { startPgBouncer } from "../support/pgbouncer";
import { expect, test } from "../support/test";

type Variables = Record<string, string>;

/** Production, which doesn't migrate its database by itself. */
const productionWith = async (database: Variables) => {
  const port = await freePort();
  const variables = { ...PRODUCTION_VARIABLES, PORT: String(port), ...database };
  return { variables, origin: `http://localhost:${port}` };
};

const scrip = (variables: Variables, ...words: string[]) =>
  JSON.parse(
    execFileSync(process.execPath, [".build/scrip.mjs", ...words], {
      env: { ...process.env, ...variables },
    }).toString(),
  );

/** How long a new session of the app waits for a lock. */
async function lockLimitOf(url: string) {
  const sql = postgres(url, { max: 1, prepare: false });
  const [row] = await sql`show lock_timeout`;
  await sql.end();
  return row?.lock_timeout;
}

/** The status of a debit of a card that another session has locked. */
async function debitLocked(ownerUrl: string, till: ReturnType<typeof apiClient>, uuid: string) {
  const sql = postgres(ownerUrl, { max: 1 });
  try {
    return await sql.begin(async (tx) => {
      await tx`select from cards where id = ${uuid} for update`;
      return (await till.post(`/cards/${uuid}/debit`, { amountCents: 1 })).status;
    });
  } finally {
    await sql.end();
  }
}

test("a dump restored into an empty database keeps its cards and the 2 s lock limit: directly, through PgBouncer, as a single role; and is not ready as a standby", async () => {
  test.setTimeout(500_000);
  const cluster = await startInstalledPostgres();
  test.skip(cluster === null, "no Postgres with pg_dump is installed");
  if (!cluster) return;
  const { urlOf } = cluster;
  const admin = postgres(urlOf("owner", "postgres"), { max: 1 });
  const stops: (() => unknown)[] = [cluster.remove];
  try {
    await admin`create role app login password 'unused'`;
    await admin`create database before`;
    const before = await productionWith({
      DATABASE_URL: urlOf("app", "before"),
      MIGRATE_DATABASE_URL: urlOf("owner", "before"),
    });
    scrip(before.variables, "db", "migrate");
    const person = ["--email", "o@example.com", "--password", "a long enough password"];
    const { slug } = scrip(before.variables, "merchant", "create", "--name", "Café", ...person);
    const made = scrip(before.variables, "key", "create", "--merchant", slug, "--name", "Till");
    const first = await startServer(before.variables);
    const till = apiClient(made.key, before.origin);
    const { uuid } = await makeCard(till);
    await till.post(`/cards/${uuid}/activate`, { amountCents: 2_500 });
    await first.stop();

    const ways = {
      directly: { DATABASE_URL: urlOf("app", "directly") },
      pooled: { DATABASE_URL: urlOf("app", "pooled"), DATABASE_PREPARE: "false" },
      single: { DATABASE_URL: urlOf("owner", "single"), DATABASE_ROLE: "owner" },
    };
    for (const [name, database] of Object.entries(ways)) {
      await admin.unsafe(`create database ${name}`);
      await cluster.restore("before", name);
      const bouncer = name === "pooled" ? await startPgBouncer(database.DATABASE_URL) : null;
      if (bouncer) database.DATABASE_URL = bouncer.url;
      const { variables, origin } = await productionWith(database);
      const server = await startServer(variables);
      const restored = apiClient(made.key, origin);
      expect((await restored.get(`/cards/${uuid}`)).body.balanceCents, name).toBe(2_500);
      expect(await lockLimitOf(database.DATABASE_URL), name).toBe("2s");
      expect(await debitLocked(urlOf("owner", name), restored, uuid), name).toBe(503);
      await server.stop();
      await bouncer?.stop();
    }

    const server = await startServer(before.variables);
    stops.unshift(server.stop);
    const ready = () => send("/api/ready", {}, before.origin);
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
    await admin.end();
    await cluster.becomeStandby();
    const reason = "The database is a read-only standby.";
    await expect.poll(ready).toMatchObject({ status: 503, body: { reason } });
    expect((await till.post(`/cards/${uuid}/debit`, { amountCents: 1 })).status).toBe(503);
    const standby = postgres(urlOf("owner", "postgres"), { max: 1 });
    await standby`select pg_promote()`;
    await standby.end();
    await expect.poll(ready).toMatchObject({ status: 200 });
    expect((await till.post(`/cards/${uuid}/debit`, { amountCents: 1 })).status).toBe(200);
  } finally {
    await admin.end();
    for (const stop of stops) await stop();
  }
});
