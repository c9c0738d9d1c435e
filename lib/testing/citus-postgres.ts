import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { chooseOwner, makeFolder, runPostgresProgram } from "@/lib/db/embedded/embedded-binaries";
import { freePort } from "@/lib/db/embedded/free-port";
import {
  makeDataDir,
  NO_DURABILITY_SETTINGS,
  removeAll,
  removeAtExit,
  type ThrowawayPostgres,
} from "./throwaway-postgres";

export const BINARIES = "/usr/lib/postgresql/15";
export const HOST = "127.0.0.1";
export const OWNER = "scrip";
export const APP_ROLE = "scrip_app";

/** What every node needs. */
export const CITUS_SETTINGS = {
  shared_preload_libraries: "citus",
  listen_addresses: HOST,
  unix_socket_directories: "",
  max_connections: "100",
  // Each database has a worker that maintains it.
  max_worker_processes: "40",
  "citus.enable_unsafe_triggers": "on",
  timezone: "UTC",
  log_timezone: "UTC",
  // Connections of the server to itself.
  "citus.local_hostname": HOST,
  "citus.node_conninfo": "sslmode=disable",
};

/**
 * Starts a Postgres with Citus for one test run, as a coordinator that is also the only worker, with `settings` added.
 * `remove` deletes it. So does the end of this process.
 */
export async function startThrowawayCitus(
  settings: Record<string, string> = {},
): Promise<ThrowawayPostgres> {
  const dataDir = makeDataDir();
  const owner = chooseOwner(dataDir);
  const data = join(dataDir, "data");
  makeFolder(owner, data);
  const port = await freePort();
  const runProgram = async (program: string, ...args: string[]) => {
    const { code, output } = await runPostgresProgram(
      { binaries: BINARIES, owner, home: "/" },
      program,
      args,
    );
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  };
  const keepAtExit = removeAtExit(dataDir);
  const encoding = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await runProgram("initdb", "-D", data, "-U", OWNER, "--auth=trust", ...encoding);
  const all = { ...CITUS_SETTINGS, port: String(port), ...NO_DURABILITY_SETTINGS, ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = ["-l", join(data, "log")];
  await runProgram("pg_ctl", "start", "-w", "-D", data, ...log, "-o", options.join(" "));
  const urlOf = (user: string) => `postgres://${user}:unused@${HOST}:${port}/postgres`;
  const sql = postgres(urlOf(OWNER), { max: 1, onnotice: () => {} });
  await sql.unsafe(`create role ${APP_ROLE} login`);
  await sql.end();
  const remove = async () => {
    await runProgram("pg_ctl", "stop", "-m", "immediate", "-w", "-D", data);
    removeAll(dataDir);
    keepAtExit();
  };
  return { url: urlOf(OWNER), appUrl: urlOf(APP_ROLE), dataDir, remove };
}

/** Makes a database one that can be distributed, with its server as the only node. */
export async function addCitus(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const { port } = new URL(url);
  await sql`create extension citus`;
  await setCoordinator(sql, Number(port), true);
  await sql.end();
}

/** Makes this node the coordinator of its cluster, and says whether it also has buckets. */
export async function setCoordinator(sql: Sql, port: number, hasBuckets: boolean): Promise<void> {
  await sql`select citus_set_coordinator_host(${HOST}, ${port}::int)`;
  await sql`select citus_set_node_property(${HOST}, ${port}::int, 'shouldhaveshards', ${hasBuckets})`;
}

/** Ends the worker that maintains a database and keeps it from coming back, so that the database can be copied. */
export async function closeForCopies(clusterUrl: string, database: string): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`alter database ${database} allow_connections false`);
  await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${database}`;
  await sql.end();
}
