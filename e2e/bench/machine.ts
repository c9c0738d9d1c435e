import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `/proc` counts CPU in ticks; current Linux systems use 100 ticks per second. */
const MS_PER_TICK = 10;

type Stat = { parent: number; ownTicks: number; reapedTicks: number };

/** CPU ticks of a process and its ended children. Null without such a process or /proc. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name is in parentheses and may itself contain parentheses and spaces.
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

/** CPU that these processes have used so far, in milliseconds. Zero without /proc. */
export const cpuOf = (processes: number[]): number =>
  processes.reduce((sum, pid) => sum + (statOf(pid)?.ownTicks ?? 0), 0) * MS_PER_TICK;

/** The process id of the cluster's main process, the parent of all others. */
const postmasterPid = (home: string): number =>
  Number.parseInt(readFileSync(join(home, "data", "postmaster.pid"), "utf8"), 10);

const childrenOf = (parent: number) => pids().filter((pid) => statOf(pid)?.parent === parent);

/** CPU of the Postgres cluster in `home`, including its ended processes, in milliseconds. */
export function postgresCpu(home: string): number {
  const parent = postmasterPid(home);
  const living = cpuOf([parent, ...childrenOf(parent)]);
  return living + (statOf(parent)?.reapedTicks ?? 0) * MS_PER_TICK;
}

/** A value of `/proc/<pid>/status` in kilobytes. Zero if the process has ended. */
function readStatusKb(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
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
