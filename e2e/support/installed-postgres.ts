import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import {
  chooseOwner,
  makeFolder,
  type Owner,
  runPostgresProgram,
} from "@/lib/db/embedded/embedded-binaries";
import { makeDataDir } from "@/lib/testing/throwaway-postgres";
import { lastingPort } from "./lasting-port";
import { childrenOf, isRunning } from "./processes";
import { installFromDebian } from "./programs";

const FOLDER = "/usr/lib/postgresql";
const OLDEST_VERSION = 15;
const NEEDED = ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore", "pg_basebackup"];
const POLL_EVERY_MS = 10;

/** The folder of the newest installed Postgres that Scrip supports, or null. */
function findPostgres(): string | null {
  if (!existsSync(FOLDER)) return null;
  const folders = readdirSync(FOLDER)
    .filter((version) => Number(version) >= OLDEST_VERSION)
    .sort()
    .reverse()
    .map((version) => join(FOLDER, version));
  const hasAll = (folder: string) => NEEDED.every((name) => existsSync(join(folder, "bin", name)));
  return folders.find(hasAll) ?? null;
}

/**
 * The folder of an installed Postgres, whose programs the embedded one doesn't all have. Installs it if possible,
 * and returns null if there is none. Throws in CI, which can install it.
 */
export function installedPostgres(): string | null {
  if (!findPostgres()) installFromDebian("postgresql");
  const folder = findPostgres();
  // Continuing would hide that nothing was tested with it.
  if (!folder && process.env.CI && process.getuid?.() === 0)
    throw new Error("Postgres was not installed.");
  return folder;
}

/** Sends a signal to a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

const lockFileIn = (data: string) => join(data, "postmaster.pid");

/** The process id of a cluster's main process, or null if it doesn't run. */
function postmasterOf(data: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(lockFileIn(data), "utf8"), 10);
    // If it was killed, the pid can belong to another process.
    const isIts = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data);
    return isIts && isRunning(pid) ? pid : null;
  } catch {
    return null;
  }
}

export type Cluster = Awaited<ReturnType<typeof clusterIn>>;

type Place = { binaries: string; owner: Owner; home: string; data: string };

/** A cluster in the folder `data`, on a port of its own, with a log in `home`. It isn't created or started yet. */
export async function clusterIn(place: Place, settings: Record<string, string | number>) {
  const { data, home } = place;
  const port = await lastingPort();
  const log = join(home, "log");
  const lockFile = lockFileIn(data);
  const all = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    // In its folder, so that nothing stays of a killed one.
    dynamic_shared_memory_type: "mmap",
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);

  /** Runs one of its programs until it ends. Throws its output if it fails. */
  const runProgram = async (program: string, ...args: string[]) => {
    const { code, output } = await runPostgresProgram(place, program, args);
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  };
  /** Sends a signal to all of its processes. Returns their ids. */
  const signalAll = (name: NodeJS.Signals): number[] => {
    const pid = postmasterOf(data);
    if (pid === null) return [];
    // It starts no further process meanwhile.
    signal(pid, "SIGSTOP");
    const pids = [pid, ...childrenOf(pid)];
    for (const each of pids) signal(each, name);
    return pids;
  };
  /** Kills all of its processes, without waiting for their end. Returns their ids. */
  const killNow = (): number[] => {
    const pids = signalAll("SIGKILL");
    if (pids.length === 0) return pids;
    // There is room for 4,096 of these in a system.
    const sharedMemoryId = readFileSync(lockFile, "utf8").split("\n")[6]?.trim().split(/\s+/)[1];
    if (sharedMemoryId) spawnSync("ipcrm", ["-m", sharedMemoryId], { stdio: "ignore" });
    return pids;
  };
  return {
    data,
    port,
    run: runProgram,
    isRunning: () => postmasterOf(data) !== null,
    /** Resolves when it accepts connections. */
    start: () =>
      runProgram("pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", options.join(" ")),
    /** Ends it as a crash would, but without leaving its shared memory. */
    end: async () => {
      if (signalAll("SIGCONT").length === 0) return;
      await runProgram("pg_ctl", "stop", "-m", "immediate", "-w", "-D", data);
    },
    signalAll,
    killNow,
    kill: async () => {
      const pids = killNow();
      while (pids.some(isRunning)) await sleep(POLL_EVERY_MS);
      // Where nothing reaps ended processes, the pid would look as if it still ran.
      rmSync(lockFile, { force: true });
    },
  };
}

/** As the operations guide recommends, and soon back after its primary was away. */
const STANDBY_SETTINGS = { hot_standby_feedback: "on", wal_retrieve_retry_interval: "200ms" };

function accessTo({ port }: Cluster) {
  const urlOf = (user: string, database: string) =>
    `postgres://${user}:unused@127.0.0.1:${port}/${database}`;
  /** Runs queries as the owner, in a session of its own. */
  async function query<T>(database: string, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const sql = postgres(urlOf("owner", database), { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  /** Changes a setting that needs no restart. */
  const set = (name: string, value: string) =>
    query("postgres", async (sql) => {
      await sql.unsafe(`alter system set ${name} = '${value}'`);
      await sql`select pg_reload_conf()`;
    });
  return { urlOf, query, set };
}

/**
 * Starts a temporary cluster of the installed Postgres, which has pg_dump and pg_restore of its own version; the
 * embedded one has neither. Installs it if possible, and returns null if there is none.
 */
export async function startInstalledPostgres() {
  const binaries = installedPostgres();
  if (!binaries) return null;
  const parent = makeDataDir();
  const owner = chooseOwner(parent);
  const home = join(parent, "cluster");
  makeFolder(owner, home);
  const data = join(home, "data");
  const cluster = await clusterIn({ binaries, owner, home, data }, { fsync: "off" });
  const started = [cluster];
  const abandon = () => {
    for (const { killNow } of started) killNow();
    rmSync(parent, { recursive: true, force: true });
  };
  process.once("exit", abandon);
  const encoding = ["-E", "UTF8", "--locale=C", "--no-sync"];
  await cluster.run("initdb", "-D", data, "-U", "owner", "-A", "trust", ...encoding);
  await cluster.start();
  return {
    ...accessTo(cluster),
    home,
    /** Copies a database into an empty one, as an operator backs it up and restores it. */
    restore: async (from: string, to: string) => {
      const file = join(home, `${from}.dump`);
      const server = ["-h", "127.0.0.1", "-p", String(cluster.port), "-U", "owner"];
      await cluster.run("pg_dump", ...server, "-Fc", "-f", file, from);
      await cluster.run("pg_restore", ...server, "--exit-on-error", "-d", to, file);
    },
    /** Starts a standby that follows it. Both are removed together. */
    startStandby: async () => {
      const folder = join(parent, "standby");
      makeFolder(owner, folder);
      const copy = join(folder, "data");
      const place = { binaries, owner, home: folder, data: copy };
      const standby = await clusterIn(place, { fsync: "off", ...STANDBY_SETTINGS });
      const source = ["-h", "127.0.0.1", "-p", String(cluster.port), "-U", "owner"];
      const options = ["-R", "-X", "stream", "-c", "fast", "--no-sync"];
      await standby.run("pg_basebackup", "-D", copy, ...source, ...options);
      await standby.start();
      started.push(standby);
      return { ...standby, ...accessTo(standby) };
    },
    /** Restarts as a standby that never hears from its primary. `pg_promote()` ends that. */
    becomeStandby: async () => {
      await cluster.end();
      writeFileSync(join(data, "standby.signal"), "");
      await cluster.start();
    },
    remove: async () => {
      for (const { end } of started) await end();
      process.off("exit", abandon);
      abandon();
    },
  };
}
