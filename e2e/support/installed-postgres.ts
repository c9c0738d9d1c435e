import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseOwner, makeFolder } from "@/lib/db/embedded-binaries";
import { freePort } from "@/lib/db/free-port";
import { makeDataDir } from "@/lib/testing/throwaway-postgres";
import { installFromDebian } from "./programs";

const FOLDER = "/usr/lib/postgresql";
const OLDEST_VERSION = 15;
const NEEDED = ["initdb", "pg_ctl", "postgres", "pg_dump", "pg_restore"];

/** The programs of the newest installed Postgres that Scrip supports, or null. */
function findPrograms(): string | null {
  if (!existsSync(FOLDER)) return null;
  const folders = readdirSync(FOLDER)
    .filter((version) => Number(version) >= OLDEST_VERSION)
    .sort()
    .reverse()
    .map((version) => join(FOLDER, version, "bin"));
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name)))) ?? null;
}

/**
 * Starts a temporary cluster of the installed Postgres, which has pg_dump and pg_restore of its own version; the
 * embedded one has neither. Installs it if possible, and returns null if there is none.
 */
export async function startInstalledPostgres() {
  if (!findPrograms()) installFromDebian("postgresql");
  const programs = findPrograms();
  if (!programs) {
    // CI can install it: continuing would hide that nothing was restored.
    if (process.env.CI && process.getuid?.() === 0) throw new Error("Postgres was not installed.");
    return null;
  }

  const parent = makeDataDir();
  const owner = chooseOwner(parent);
  const home = join(parent, "cluster");
  makeFolder(owner, home);
  const data = join(home, "data");
  const port = await freePort();
  /** Runs one of its programs until it ends. Throws if it fails. */
  const run = (program: string, ...args: string[]) => {
    // The server that pg_ctl starts would keep pipes open.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    const { status } = spawnSync(join(programs, program), args, {
      ...owner,
      cwd: home,
      stdio: [...stdio],
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}.`);
  };
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off`;
  const start = () =>
    run("pg_ctl", "start", "-w", "-D", data, "-l", join(home, "log"), "-o", settings);
  const stop = () => run("pg_ctl", "stop", "-m", "fast", "-w", "-D", data);
  const remove = () => {
    process.off("exit", remove);
    if (existsSync(join(data, "postmaster.pid"))) stop();
    rmSync(parent, { recursive: true, force: true });
  };
  run("initdb", "-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  process.once("exit", remove);
  start();
  return {
    urlOf: (user: string, database: string) =>
      `postgres://${user}:unused@127.0.0.1:${port}/${database}`,
    /** Copies a database into an empty one, as an operator backs it up and restores it. */
    restore: (from: string, to: string) => {
      const file = join(home, `${from}.dump`);
      const server = ["-h", "127.0.0.1", "-p", String(port), "-U", "owner"];
      run("pg_dump", ...server, "-Fc", "-f", file, from);
      run("pg_restore", ...server, "--exit-on-error", "-d", to, file);
    },
    /** Restarts as a standby that never hears from its primary. `pg_promote()` ends that. */
    becomeStandby: () => {
      stop();
      writeFileSync(join(data, "standby.signal"), "");
      start();
    },
    remove,
  };
}
