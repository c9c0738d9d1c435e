import { readFileSync } from "node:fs";
import { join } from "node:path";
import { childrenOf, readStatusKb, statOf } from "../support/processes";

/** `/proc` counts CPU in ticks; current Linux systems use 100 ticks per second. */
const MS_PER_TICK = 10;

/** CPU that these processes have used so far, in milliseconds. Zero without /proc. */
export const cpuOf = (processes: number[]): number =>
  processes.reduce((sum, pid) => sum + (statOf(pid)?.ownTicks ?? 0), 0) * MS_PER_TICK;

/** The process id of the cluster's main process, the parent of all others. */
const postmasterPid = (home: string): number =>
  Number.parseInt(readFileSync(join(home, "data", "postmaster.pid"), "utf8"), 10);

/** CPU of the Postgres cluster in `home`, including its ended processes, in milliseconds. */
export function postgresCpu(home: string): number {
  const parent = postmasterPid(home);
  const living = cpuOf([parent, ...childrenOf(parent)]);
  return living + (statOf(parent)?.reapedTicks ?? 0) * MS_PER_TICK;
}

/**
 * Memory of the app and private memory of the Postgres processes, in megabytes. Shared buffers are left out,
 * because they only fill up to their configured size.
 */
export function memoryOf(app: number, home: string): { appMb: number; postgresMb: number } {
  const privateKb = childrenOf(postmasterPid(home)).map((pid) => readStatusKb(pid, "RssAnon"));
  return {
    appMb: readStatusKb(app, "VmRSS") / 1024,
    postgresMb: privateKb.reduce((sum, kb) => sum + kb, 0) / 1024,
  };
}
