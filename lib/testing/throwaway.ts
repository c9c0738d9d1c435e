import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "@/lib/db/embedded";
import { makeDataDir } from "./data-dir";

// Durability is tested with separate clusters in lib/db/embedded.test.ts.
const NOTHING_SURVIVES = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

export type Throwaway = { url: string; dataDir: string; remove: () => Promise<void> };

/**
 * Starts a Postgres for one test run, with `settings` added to those that make it fast. `remove` deletes it.
 * So does the end of this process, because a test runner stopped during setup does not clean up.
 */
export async function startThrowaway(settings: Record<string, string> = {}): Promise<Throwaway> {
  const dataDir = makeDataDir();
  const abandon = () => removeAll(dataDir);
  process.once("exit", abandon);
  process.once("SIGINT", endUnlessMinded);
  const { url, stop } = await startEmbedded({
    dataDir,
    settings: { ...NOTHING_SURVIVES, ...settings },
  });
  const remove = async () => {
    await stop();
    abandon();
    process.off("exit", abandon);
    process.off("SIGINT", endUnlessMinded);
  };
  return { url, dataDir, remove };
}

/** Until the test runner handles Ctrl-C, it would end this process without running exit handlers. */
function endUnlessMinded(): void {
  if (process.listenerCount("SIGINT") === 0) process.exit(130);
}

/** Stops the Postgres of a data folder immediately, if it runs, and deletes its files. */
function removeAll(dataDir: string): void {
  const state = join(dataDir, "postgres.json");
  const home = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")).home : dataDir;
  const lockFile = join(home, "data", "postmaster.pid");
  if (existsSync(lockFile))
    process.kill(Number.parseInt(readFileSync(lockFile, "utf8"), 10), "SIGQUIT");
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
}
