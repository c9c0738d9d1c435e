import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@/lib/db/embedded/embedded";
import { recordPostgresCpu } from "./postgres-cpu";

// Durability is tested with separate clusters in lib/db/embedded/embedded.release.test.ts.
export const NO_DURABILITY_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  // Passwords of a run are random, and both sides hash them again for each of thousands of connections.
  scram_iterations: "1",
};

export type ThrowawayPostgres = {
  /** As the owner of the database. */
  url: string;
  /** As the app's role. */
  appUrl: string;
  dataDir: string;
  remove: () => Promise<void>;
};

/**
 * Starts a Postgres for one test run, with `settings` added to those that make it fast. `remove` deletes it.
 * So does the end of this process, because a test runner stopped during setup does not clean up.
 */
export async function startThrowawayPostgres(
  settings: Record<string, string> = {},
): Promise<ThrowawayPostgres> {
  const dataDir = makeDataDir();
  const keepAtExit = removeAtExit(dataDir);
  const { url, appUrl, home, stop } = await startEmbedded({
    dataDir,
    settings: { ...NO_DURABILITY_SETTINGS, ...settings },
  });
  const remove = async () => {
    if (existsSync(lockFileOf(home))) recordPostgresCpu(postmasterOf(home));
    await stop();
    removeAll(dataDir);
    keepAtExit();
  };
  return { url, appUrl, dataDir, remove };
}

/** Stops the Postgres of a data folder and deletes it when this process ends, unless the result was called before. */
export function removeAtExit(dataDir: string): () => void {
  const abandon = () => removeAll(dataDir);
  process.once("exit", abandon);
  process.once("SIGINT", exitUnlessHandled);
  return () => {
    process.off("exit", abandon);
    process.off("SIGINT", exitUnlessHandled);
  };
}

/** Until the test runner handles Ctrl-C, it would end this process without running exit handlers. */
function exitUnlessHandled(): void {
  if (process.listenerCount("SIGINT") === 0) process.exit(130);
}

const lockFileOf = (home: string) => join(home, "data", "postmaster.pid");
const postmasterOf = (home: string) => Number.parseInt(readFileSync(lockFileOf(home), "utf8"), 10);

/** Stops the Postgres of a data folder immediately, if it runs, and deletes its files. */
export function removeAll(dataDir: string): void {
  const state = join(dataDir, "postgres.json");
  const home = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")).home : dataDir;
  if (existsSync(lockFileOf(home))) process.kill(postmasterOf(home), "SIGQUIT");
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
}

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** Whether /dev/shm has space for test databases and for the shared memory of browsers. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** A folder for a temporary Postgres, in memory if there is space: its many files are slow on disk. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), "scrip-test-"));
  // If this is root, Postgres runs as another user, which needs to reach its folder.
  chmodSync(dataDir, 0o711);
  return dataDir;
}
