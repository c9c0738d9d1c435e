import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `/proc` counts CPU in ticks, on every Linux of today a hundred a second. */
const MS_PER_TICK = 10;

type Stat = { parent: number; ownTicks: number; reapedTicks: number };

/** A process's own CPU and that of its ended children; null when there is no such process, or /proc. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may itself hold brackets and spaces.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, ownTicks: utime + stime, reapedTicks: cutime + cstime };
  } catch {
    return null;
  }
}

const pids = () =>
  existsSync("/proc")
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid > 0)
    : [];

/** CPU that these processes have used so far, in milliseconds. Zero where there is no /proc. */
export const cpuOf = (processes: number[]): number =>
  processes.reduce((sum, pid) => sum + (statOf(pid)?.ownTicks ?? 0), 0) * MS_PER_TICK;

/** The process that all of a cluster's others are children of. */
const postmaster = (home: string): number =>
  Number.parseInt(readFileSync(join(home, "data", "postmaster.pid"), "utf8"), 10);

const childrenOf = (parent: number) => pids().filter((pid) => statOf(pid)?.parent === parent);

/** CPU of all processes of the Postgres that lives in `home`, those that have ended too, in ms. */
export function postgresCpu(home: string): number {
  const parent = postmaster(home);
  const living = cpuOf([parent, ...childrenOf(parent)]);
  return living + (statOf(parent)?.reapedTicks ?? 0) * MS_PER_TICK;
}

/** A line of `/proc/<pid>/status` in kilobytes; zero for a process that has ended. */
function kilobytes(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * What the app has in memory, and what Postgres' processes have each for itself, in megabytes.
 * Buffers that they share are left out: those fill up to their set size and no further.
 */
export function memoryOf(app: number, home: string): { appMb: number; postgresMb: number } {
  const privateKb = childrenOf(postmaster(home)).map((pid) => kilobytes(pid, "RssAnon"));
  return {
    appMb: kilobytes(app, "VmRSS") / 1024,
    postgresMb: privateKb.reduce((sum, kb) => sum + kb, 0) / 1024,
  };
}
