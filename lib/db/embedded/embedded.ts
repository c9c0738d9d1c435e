import { createHmac, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { z } from "zod";
import { codeOf } from "@/lib/base/errors";
import {
  canEnter,
  chooseOwner,
  makeFolder,
  makeFolderOutsideRepository,
  type Owner,
  runPostgresProgram,
  usableBinaries,
} from "./embedded-binaries";
import { isAlive, registerUser, unregisterUser, withLock } from "./embedded-lock";
import { freePort } from "./free-port";

const USER = "scrip";
/** The role of the app, which owns no tables (lib/db/migrate/app-role.ts). */
const APP_ROLE = "scrip_app";
const DATABASE = "scrip";
const LOG_LIMIT_BYTES = 10_000_000;
const START_ATTEMPTS = 4;
const START_TIMEOUT_S = 120;

/** Saved between starts in `<dataDir>/postgres.json`, readable by its owner only. */
const State = z.object({ port: z.number(), password: z.string(), home: z.string() });
type State = z.infer<typeof State>;

type Cluster = State & { owner: Owner; binaries: string; settings: Record<string, string> };

type Options = {
  /** The folder for the database, its password and its port. */
  dataDir: string;
  /** Additional server settings, such as `{ fsync: "off" }` for a temporary database. */
  settings?: Record<string, string>;
};

/** A running embedded Postgres. `stop` stops it unless another running process uses it. */
export type Embedded = {
  /** As the owner of the database, who migrates it. */
  url: string;
  /** As the app's role. */
  appUrl: string;
  /** The folder with its files: in the data folder, or elsewhere if Postgres can't access that. */
  home: string;
  stop: () => Promise<void>;
};

const urlOf = ({ port, password }: State, database: string, user = USER): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Derived from the owner's, so that only one is stored. */
const appPasswordOf = ({ password }: State): string =>
  createHmac("sha256", password).update(APP_ROLE).digest("hex");

function writeFor(owner: Owner, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (owner) chownSync(path, owner.uid, owner.gid);
}

function saveState(dataDir: string, { port, password, home }: State): void {
  const path = join(dataDir, "postgres.json");
  writeFileSync(`${path}.new`, `${JSON.stringify({ port, password, home })}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Loads the state of earlier starts. The first start chooses a folder that Postgres can access. */
async function loadState(dataDir: string): Promise<State> {
  const path = join(dataDir, "postgres.json");
  if (existsSync(path)) return State.parse(JSON.parse(readFileSync(path, "utf8")));
  const inside = join(dataDir, "postgres");
  if (existsSync(join(inside, "data"))) {
    throw new Error(`${path} is missing. It contains the password of the database in ${inside}.`);
  }
  const owner = chooseOwner(inside);
  makeFolder(owner, inside);
  const home = canEnter(owner, inside) ? inside : makeFolderOutsideRepository(owner);
  const state = { port: await freePort(), password: randomBytes(24).toString("hex"), home };
  saveState(dataDir, state);
  return state;
}

/** The data folder of the server on this port, or "not ready"; null if none accepts our password. */
async function serverOn(state: State): Promise<{ folder: string } | "not ready" | null> {
  const sql = postgres(urlOf(state, "postgres"), {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
  });
  try {
    const [row] = await sql`show data_directory`;
    return { folder: String(row?.data_directory) };
  } catch (error) {
    // 57P03: starting up or shutting down.
    return codeOf(error) === "57P03" ? "not ready" : null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The running process named in the pid file of a running or killed Postgres. */
function recordedPid(data: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    return pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Checks the process: after a reboot or in a new container, the pid can belong to another program. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return process.platform !== "linux";
  }
}

/** Whether a Postgres that an earlier process left running can be used. */
async function canReuseServer(cluster: Cluster): Promise<boolean> {
  const data = join(cluster.home, "data");
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_S * 1_000; waitedMs += 500) {
    const pid = recordedPid(data);
    if (pid === null) return false;
    const server = await serverOn(cluster);
    if (server && server !== "not ready") return resolve(server.folder) === resolve(data);
    if (!isPostgres(pid)) {
      rmSync(join(data, "postmaster.pid"), { force: true });
      return false;
    }
    await sleep(500);
  }
  throw new Error(
    `The Postgres in ${cluster.home} doesn't respond. Check its log, stop it, and try again.`,
  );
}

/** Creates the cluster in a temporary folder first: an interrupted start leaves nothing incomplete. */
async function initialize(cluster: Cluster): Promise<void> {
  const data = join(cluster.home, "data");
  if (existsSync(data)) return;
  const draft = join(cluster.home, "data.new");
  const passwordFile = join(cluster.home, "password");
  rmSync(draft, { recursive: true, force: true });
  writeFor(cluster.owner, passwordFile, cluster.password);
  const { code, output } = await runPostgresProgram(cluster, "initdb", [
    "-D",
    draft,
    "-U",
    USER,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(cluster.settings.fsync === "off" ? ["--no-sync"] : []),
  ]);
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`The embedded Postgres couldn't be set up:\n${output}`);
  const config = join(draft, "postgresql.conf");
  writeFor(
    cluster.owner,
    config,
    `${readFileSync(config, "utf8")}\ninclude_if_exists = 'scrip.conf'\n`,
  );
  renameSync(draft, data);
}

/** Listens on localhost over TCP only: the path of a Unix socket in a deep folder would be too long. */
function configure(cluster: Cluster): void {
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(cluster.port),
    max_connections: "100",
    timezone: "UTC",
    log_timezone: "UTC",
    ...cluster.settings,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  writeFor(cluster.owner, join(cluster.home, "data", "scrip.conf"), lines.join(""));
}

function tailOfLog(log: string): string {
  return existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-15).join("\n") : "";
}

/** Starts the server, on another port if its last one is in use. */
async function launch(dataDir: string, cluster: Cluster): Promise<void> {
  const data = join(cluster.home, "data");
  const log = join(cluster.home, "log");
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log);
  for (let attempt = 1; ; attempt++) {
    configure(cluster);
    const start = ["start", "-w", "-t", String(START_TIMEOUT_S), "-D", data, "-l", log];
    const { code, output } = await runPostgresProgram(cluster, "pg_ctl", start);
    if (code === 0) return;
    if (attempt === START_ATTEMPTS) {
      throw new Error(`The embedded Postgres didn't start.\n${output}\n${tailOfLog(log)}`);
    }
    // The processes of a killed server need a moment to exit, or the port is in use.
    await sleep(500 * attempt);
    cluster.port = await freePort();
    saveState(dataDir, cluster);
  }
}

async function ensureDatabaseAndRole(cluster: Cluster): Promise<void> {
  const sql = postgres(urlOf(cluster, "postgres"), { max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`);
    const [role] = await sql`select from pg_roles where rolname = ${APP_ROLE}`;
    if (!role) {
      await sql.unsafe(`create role ${APP_ROLE} login password '${appPasswordOf(cluster)}'`);
    }
  } finally {
    await sql.end();
  }
}

/**
 * Starts the Postgres that npm installed with its data in `dataDir`, or uses the one already running
 * there. Several processes can use it at once; the last one stops it. If a process is killed, Postgres
 * keeps running for the next start.
 */
export async function startEmbedded({ dataDir, settings = {} }: Options): Promise<Embedded> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "postgres.lock");
  const users = join(folder, "postgres.users");

  const cluster = await withLock(lock, async () => {
    const state = await loadState(folder);
    const owner = chooseOwner(state.home);
    const binaries = usableBinaries(owner, state.home);
    const cluster: Cluster = { ...state, owner, binaries, settings };
    await initialize(cluster);
    if (!(await canReuseServer(cluster))) await launch(folder, cluster);
    await ensureDatabaseAndRole(cluster);
    registerUser(users);
    return cluster;
  });

  const stop = () =>
    withLock(lock, async () => {
      if (!unregisterUser(users)) return;
      const data = join(cluster.home, "data");
      await runPostgresProgram(cluster, "pg_ctl", [
        "stop",
        "-m",
        "fast",
        "-w",
        "-t",
        "60",
        "-D",
        data,
      ]);
    });
  const appState = { ...cluster, password: appPasswordOf(cluster) };
  return {
    url: urlOf(cluster, DATABASE),
    appUrl: urlOf(appState, DATABASE, APP_ROLE),
    home: cluster.home,
    stop,
  };
}
