import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { makeDataDir } from "./data-dir";
import { databaseOn, TEMPLATE } from "./database";

/** vitest's global set-up: a Postgres for this run, with one migrated database to copy from. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = makeDataDir();
  const cluster = await startEmbedded({
    dataDir,
    settings: {
      // Nothing outlives the run. What is durable is tested on clusters of its own: lib/db/embedded.test.ts.
      ...{ fsync: "off", full_page_writes: "off", synchronous_commit: "off" },
      // No database lives long enough to need it.
      autovacuum: "off",
    },
  });
  const removeFolders = () => {
    for (const folder of [cluster.home, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  const [pid] = readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split(
    "\n",
  );
  // Stopped by Ctrl-C, vitest ends without removing anything.
  const abandon = () => {
    process.kill(Number(pid), "SIGKILL");
    removeFolders();
  };
  process.once("exit", abandon);
  const remove = async () => {
    process.off("exit", abandon);
    await cluster.stop();
    removeFolders();
  };
  try {
    const admin = postgres(cluster.url, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${TEMPLATE}`);
    await admin.end();
    await migrate(databaseOn(cluster.url, TEMPLATE));
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.SCRIP_TEST_CLUSTER_URL = cluster.url;
  return remove;
}
