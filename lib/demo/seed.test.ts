import postgres from "postgres";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { configure } from "@/lib/testing/configure";
import { databaseUrl } from "@/lib/testing/database";
import { loadDemo, mayFill, refuseEmptyDatabase } from "./seed";

/** Runs `work` with the URL of a database without any table. */
async function onEmptyDatabase(work: (tables: () => Promise<number>) => Promise<void>) {
  const clusterUrl = process.env.SCRIP_TEST_CLUSTER_URL ?? "";
  const name = `empty_${process.pid}`;
  const before = process.env.DATABASE_URL;
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = databaseUrl(clusterUrl, name);
  const inside = postgres(url, { max: 1 });
  try {
    configure({ DATABASE_URL: url });
    await work(async () => {
      const rows = await inside`select from pg_tables where schemaname in ('public', 'migrations')`;
      return rows.length;
    });
  } finally {
    configure({ DATABASE_URL: before });
    await inside.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
}

test("an empty database that is not ours is not filled without a word, and nothing is written", () =>
  onEmptyDatabase(async (tables) => {
    await expect(refuseEmptyDatabase(false)).rejects.toThrow("npm start -- --demo");
    expect(await tables()).toBe(0);
    await refuseEmptyDatabase(true);
    for (const word of [{ SCRIP_SEED_DEMO: "yes" }, { APP_URL: "http://till.internal" }]) {
      configure(word);
      await refuseEmptyDatabase(false);
      configure({ SCRIP_SEED_DEMO: "", APP_URL: "" });
    }
  }));

test("a database with our tables is used, but gets no demo store", async () => {
  await refuseEmptyDatabase(false);
  await loadDemo({ seeds: mayFill(false) });
  expect(await pg()`select from merchants`).toHaveLength(0);
});
