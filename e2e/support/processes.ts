import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

type Stat = { state: string; parent: number; ownTicks: number; reapedTicks: number };

/** A process's state, parent, and CPU ticks of it and of its ended children. Null without such a process or /proc. */
export function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name is in parentheses and may itself contain parentheses and spaces.
    const [state = "", ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const numbers = fields.map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = numbers.slice(10, 14);
    const parent = numbers[0] ?? 0;
    return { state, parent, ownTicks: utime + stime, reapedTicks: cutime + cstime };
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

/** The process ids of a process's children. None without /proc. */
export const childrenOf = (parent: number) =>
  pids().filter((pid) => statOf(pid)?.parent === parent);

/** Whether a process runs, or is stopped. One that ended and whose parent doesn't know yet (a zombie) does not. */
export function isRunning(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && !"ZX".includes(stat.state);
}

/** Whether a process that this one started has ended. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A value of `/proc/<pid>/status` in kilobytes. Zero if the process has ended. */
export function readStatusKb(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
