import { freePort } from "@/lib/db/embedded/free-port";
import { apiClient, makeActiveCard, send } from "../support/client";
import { startInstalledPostgres } from "../support/installed-postgres";
import { startServer } from "../support/instance";
import { runScripWith } from "../support/run-scrip-command";
import { expect, test } from "../support/test";

const OWNER = { email: "owner@example.com", password: "a long enough password" };

type Installed = NonNullable<Awaited<ReturnType<typeof startInstalledPostgres>>>;

/** A standby that shows nothing new, and instances that may read from it. */
async function startSystem(cluster: Installed) {
  await cluster.query("postgres", async (sql) => {
    await sql`create role app login password 'unused'`;
    await sql`create database scrip`;
  });
  const standby = await cluster.startStandby();
  const lateBy = (delay: string) => standby.set("recovery_min_apply_delay", delay);
  await lateBy("1h");
  const database = {
    DATABASE_URL: cluster.urlOf("app", "scrip"),
    MIGRATE_DATABASE_URL: cluster.urlOf("owner", "scrip"),
    DATABASE_REPLICA_URL: standby.urlOf("app", "scrip"),
  };
  const scrip = async (...words: string[]) => (await runScripWith(database, ...words)).body;
  await scrip("db", "migrate");
  const startInstance = async () => {
    const port = await freePort();
    const server = await startServer({ ...database, PORT: String(port) });
    return { origin: `http://localhost:${port}`, stop: server.stop };
  };
  return { standby, lateBy, scrip, startInstance };
}

/** The samples of the replica's metrics. */
async function replicaMetrics(origin: string): Promise<Record<string, number>> {
  const { text } = await send("/api/metrics", {}, origin);
  const lines = [...text.matchAll(/^scrip_replica_(\S+) (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
}

test("with a replica that is late, another instance shows a sale immediately, and no request fails when the replica catches up or dies", async ({
  page,
  tolerate,
}) => {
  const cluster = await startInstalledPostgres();
  test.skip(cluster === null, "no Postgres with pg_basebackup is installed");
  if (!cluster) return;
  const stops: (() => unknown)[] = [cluster.remove];
  try {
    const { standby, lateBy, scrip, startInstance } = await startSystem(cluster);
    const one = await startInstance();
    stops.unshift(one.stop);
    const person = ["--email", OWNER.email, "--password", OWNER.password];
    const { slug } = await scrip("merchant", "create", "--name", "Café", ...person);
    const { key } = await scrip("key", "create", "--merchant", slug, "--name", "Till");
    const other = await startInstance();
    stops.unshift(other.stop);
    const { origin } = other;
    const [till, reader] = [apiClient(key, one.origin), apiClient(key, origin)];

    tolerate(new RegExp(`^request to another host: ${origin}/`));
    await page.goto(`${origin}/sign-in`);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/overview$/);
    const download = async (path: string) => {
      const response = await page.request.get(`${origin}/api/portal${path}`);
      return { status: response.status(), text: await response.text() };
    };

    const { uuid } = await makeActiveCard(till, { amountCents: 10_000 });
    const sale = { amountCents: 1_234, referenceId: "receipt-77" };
    expect((await till.post(`/cards/${uuid}/debit`, sale)).status).toBe(200);
    expect((await reader.get("/transactions")).text).toContain("receipt-77");
    expect((await reader.get(`/cards/${uuid}`)).body.balanceCents).toBe(8_766);
    expect((await download("/transactions/export")).text).toContain("receipt-77");
    expect((await download("/cards/export")).text).toContain("87.66");
    const liability = await download("/reports/liability?currency=USD");
    expect(JSON.parse(liability.text).months[0]).toMatchObject({ closingCents: "8766" });
    await page.goto(`${origin}/transactions`);
    await expect(page.getByText("$12.34").first()).toBeVisible();
    const late = await replicaMetrics(origin);
    expect(late).toMatchObject({ up: 1 });
    expect(late.lag_seconds).toBeGreaterThan(0);
    expect(late['reads_total{outcome="behind"}']).toBeGreaterThan(3);
    expect(late).not.toHaveProperty('reads_total{outcome="replica"}');

    await lateBy("0");
    const served = async () => {
      expect((await reader.get("/transactions")).text).toContain("receipt-77");
      return (await replicaMetrics(origin))['reads_total{outcome="replica"}'] ?? 0;
    };
    await expect.poll(served).toBeGreaterThan(3);

    let isEnded = false;
    const lists = Array.from({ length: 4 }, async () => {
      const statuses: number[] = [];
      while (!isEnded) statuses.push((await reader.get("/transactions")).status);
      return statuses;
    });
    await standby.kill();
    expect((await download("/transactions/export")).text).toContain("receipt-77");
    await expect.poll(() => replicaMetrics(origin)).toMatchObject({ up: 0 });
    isEnded = true;
    expect(new Set((await Promise.all(lists)).flat())).toEqual(new Set([200]));
    expect(await send("/api/ready", {}, origin)).toMatchObject({ status: 200 });
  } finally {
    for (const stop of stops) await stop();
  }
});
