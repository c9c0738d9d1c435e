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
import { codeOf } from "@/lib/base/errors";

const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 20_000;
const WAIT_TIMEOUT_MS = 180_000;

/** Whether a process with this id exists, even if it is another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function createLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether the holder died or stopped its heartbeat (its pid can belong to another process by now). */
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
    // The folder was deleted; the work under the lock will fail by itself.
  }
}

/** Runs `work` while holding a lock file. Waits up to three minutes for other processes. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadlineMs = Date.now() + WAIT_TIMEOUT_MS;
  while (!createLock(path)) {
    if (isStale(path)) rmSync(path, { force: true });
    else if (Date.now() > deadlineMs)
      throw new Error(`Another process is using ${path}. Try again.`);
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

/** Records in `folder` that this process uses the database, so other processes do not stop it. */
export function registerUser(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const pid of readdirSync(folder)) {
    if (!isAlive(Number(pid))) rmSync(join(folder, pid), { force: true });
  }
  writeFileSync(join(folder, String(process.pid)), "");
}

/** Removes the record of this process. Returns whether no other running process uses the database. */
export function unregisterUser(folder: string): boolean {
  rmSync(join(folder, String(process.pid)), { force: true });
  return !readdirSync(folder).map(Number).some(isAlive);
}
