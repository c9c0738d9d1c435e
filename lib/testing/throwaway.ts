import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "@/lib/db/embedded";
import { makeDataDir } from "./data-dir";

// What is durable is tested on clusters of its own: lib/db/embedded.test.ts.
const NOTHING_SURVIVES = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

export type Throwaway = { url: string; dataDir: string; remove: () => Promise<void> };

/**
 * A Postgres for one run of tests, with `settings` beside those that make it quick. It is gone after
 * `remove`, and when this process ends without it: a test runner that is stopped while it sets up undoes
 * nothing.
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

/** Until the runner minds Ctrl-C, it would end this process without its exit handlers. */
function endUnlessMinded(): void {
  if (process.listenerCount("SIGINT") === 0) process.exit(130);
}

/** Ends the Postgres of a data folder at once, if it runs, and removes all that is its own. */
function removeAll(dataDir: string): void {
  const state = join(dataDir, "postgres.json");
  const home = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")).home : dataDir;
  const lockFile = join(home, "data", "postmaster.pid");
  if (existsSync(lockFile))
    process.kill(Number.parseInt(readFileSync(lockFile, "utf8"), 10), "SIGQUIT");
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
}
