import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 20_000;
const PATIENCE_MS = 180_000;

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function createLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** A lock whose holder died, or lost its heartbeat (its pid may be another process's by now). */
function isStale(path: string): boolean {
  try {
    const holder = Number(readFileSync(path, "utf8"));
    const silentMs = Date.now() - statSync(path).mtimeMs;
    return silentMs > STALE_AFTER_MS || (holder > 0 && !isAlive(holder));
  } catch {
    return false;
  }
}

function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder was removed underneath; whoever holds the lock finds out by itself.
  }
}

/** Runs `work` while no other process works under the same lock file; waits up to three minutes. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  while (!createLock(path)) {
    if (isStale(path)) rmSync(path, { force: true });
    else if (Date.now() > deadlineMs) throw new Error(`Another process holds ${path}; try again.`);
    else await sleep(100);
  }
  const heartbeat = setInterval(() => beat(path), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

/** Notes in `folder` that this process uses the database, so that nobody stops it underneath. */
export function enter(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const pid of readdirSync(folder)) {
    if (!isAlive(Number(pid))) rmSync(join(folder, pid), { force: true });
  }
  writeFileSync(join(folder, String(process.pid)), "");
}

/** Takes this process's note away; true when no other living process uses the database. */
export function leave(folder: string): boolean {
  rmSync(join(folder, String(process.pid)), { force: true });
  return !readdirSync(folder).map(Number).some(isAlive);
}
