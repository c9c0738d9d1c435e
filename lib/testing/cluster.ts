import postgres from "postgres";
import { isOnCitus } from "@/lib/base/config/env";
import { migrate } from "@/lib/db/migrate/migrate";
import { addCitus, closeForCopies, startThrowawayCitus } from "./citus-postgres";
import { databaseUrl, TEMPLATE } from "./database";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** Vitest's global setup: starts a Postgres for this run, with a migrated template database. */
export default async function setup(): Promise<() => Promise<void>> {
  const start = isOnCitus() ? startThrowawayCitus : startThrowawayPostgres;
  // No database exists long enough to need vacuuming.
  const { url, appUrl, remove } = await start({ autovacuum: "off" });
  try {
    const admin = postgres(url, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${TEMPLATE}`);
    await admin.end();
    if (isOnCitus()) await addCitus(databaseUrl(url, TEMPLATE));
    await migrate(databaseUrl(url, TEMPLATE), { appUrl: databaseUrl(appUrl, TEMPLATE) });
    const { SCRIP_TEST_BUCKET: bucket } = process.env;
    if (bucket)
      await addTestBucket(databaseUrl(url, TEMPLATE), databaseUrl(appUrl, TEMPLATE), bucket);
    if (isOnCitus()) await closeForCopies(url, TEMPLATE);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.SCRIP_TEST_CLUSTER_URL = url;
  process.env.SCRIP_TEST_APP_URL = appUrl;
  return remove;
}

/** Adds a bucket, in which the tests' stores are created. */
async function addTestBucket(url: string, appUrl: string, newBucket: string): Promise<void> {
  await migrate(url, { appUrl, newBucket });
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`alter table merchants alter column bucket set default '${newBucket}'`);
  await admin.end();
}
