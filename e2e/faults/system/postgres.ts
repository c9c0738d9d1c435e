import { appendFileSync, chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { canEnter, chooseOwner, makeFolder } from "@/lib/db/embedded/embedded-binaries";
import { makeDataDir } from "@/lib/testing/throwaway-postgres";
import { type Cluster, clusterIn, installedPostgres } from "../../support/installed-postgres";
import { type Disk, makeDisk } from "./disk";
import type { Database, Link } from "./parts";
import { startProxy } from "./proxy";

const DATABASE = "scrip";
const OWNER = { user: "owner", password: "of-the-owner" };
const APP = { user: "app", password: "of-the-app" };
const STANDBY = "standby";

const SETTINGS = {
  max_connections: 60,
  wal_level: "replica",
  max_wal_senders: 4,
  synchronous_commit: "on",
  hot_standby: "on",
  max_wal_size: "96MB",
  wal_keep_size: "64MB",
  wal_retrieve_retry_interval: "200ms",
  // The connection between the two may be half-open.
  wal_receiver_timeout: "4s",
  wal_sender_timeout: "4s",
};

const POLL_EVERY_MS = 50;
const RECOVERY_TIMEOUT_MS = 60_000;

/** Through which the standby follows the primary. No commit is confirmed while nothing passes. */
type Replicated = { replication: Link };

type Server = Cluster & { home: string; disk: Disk };

const urlOf = ({ port }: { port: number }, { user, password }: typeof OWNER, database = DATABASE) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** The URL with which the app signs in to its database on this port. */
export const appUrlOf = (port: number) => urlOf({ port }, APP);

const connect = (server: Server, max: number, database = DATABASE) =>
  postgres(urlOf(server, OWNER, database), { max, connect_timeout: 5, onnotice: () => {} });

/** Runs queries in a session of its own as the owner. */
async function on<T>(server: Server, query: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(server, 1, "postgres");
  try {
    return await query(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const acceptsConnections = (server: Server) =>
  on(server, (sql) => sql`select`).then(
    () => true,
    () => false,
  );

/** Repeats a check until it holds. Throws, naming `what`, if it doesn't within a minute. */
async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  const limitMs = performance.now() + RECOVERY_TIMEOUT_MS;
  while (!(await check())) {
    if (performance.now() > limitMs) throw new Error(`${what}: not within a minute.`);
    await sleep(POLL_EVERY_MS);
  }
}

/** Starts a primary if it doesn't run. Resolves when it accepts connections. */
const untilWorking = (primary: Server) =>
  until("the primary works", async () => {
    if (!primary.isRunning()) await primary.start();
    return acceptsConnections(primary);
  });

/** The owner's connections to the current primary. After `end`, they are opened again when they are needed. */
function adminOf(primary: () => Server) {
  let sql: Sql | undefined;
  return {
    connected: () => (sql ??= connect(primary(), 2)),
    end: async () => {
      const former = sql;
      sql = undefined;
      await former?.end({ timeout: 0 });
    },
  };
}

/** Chooses whose confirmation a commit waits for. */
async function setSynchronous(sql: Sql, names: string): Promise<void> {
  await sql.unsafe(`alter system set synchronous_standby_names = '${names}'`);
  await sql`select pg_reload_conf()`;
}

/** Resolves when the standby has all that this primary has committed. */
const untilFollowed = (primary: Server) =>
  on(primary, async (sql) => {
    await until("the standby follows", async () => {
      const [row] = await sql`select from pg_stat_replication
        where application_name = ${STANDBY} and state = 'streaming' and sync_state = 'sync'
          and flush_lsn is not null`;
      return row !== undefined;
    });
    // A commit like any other: it waits for the standby.
    await sql`select pg_logical_emit_message(true, ${STANDBY}, '')`;
  });

/** Creates the primary's cluster with the database, its owner and the app's role, and starts it. */
async function createPrimary(server: Server): Promise<void> {
  const passwordFile = join(server.home, "password");
  writeFileSync(passwordFile, OWNER.password);
  chmodSync(passwordFile, 0o644);
  const encoding = ["-E", "UTF8", "--locale=C", "--no-sync"];
  const rights = ["-U", OWNER.user, "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  await server.run("initdb", "-D", server.data, ...rights, ...encoding);
  rmSync(passwordFile);
  await server.start();
  await on(server, async (sql) => {
    await sql.unsafe(`create role ${APP.user} login password '${APP.password}'`);
    await sql.unsafe(`create database ${DATABASE}`);
  });
}

/** Replaces a cluster by a copy of the primary, and starts it as its synchronous standby, which follows it through a link. */
async function makeStandby(server: Server, primary: Server, link: Link): Promise<void> {
  await server.end();
  server.disk.makeSpace();
  rmSync(server.data, { recursive: true, force: true });
  const { user, password } = OWNER;
  const source = (port: number) =>
    `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${STANDBY} connect_timeout=2`;
  const copy = ["-D", server.data, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  await server.run("pg_basebackup", "-d", source(primary.port), ...copy);
  link.retarget(primary.port, true);
  // The last one counts.
  const settings = join(server.data, "postgresql.auto.conf");
  appendFileSync(settings, `primary_conninfo = '${source(link.port)}'\n`);
  await server.start();
  await on(primary, (sql) => setSynchronous(sql, STANDBY));
  await untilFollowed(primary);
}

/** Makes a standby a primary, whose commits no other standby confirms: there is none yet. */
const promote = (standby: Server) =>
  on(standby, async (sql) => {
    // The former primary waits for one until it ends.
    await setSynchronous(sql, "");
    const [row] = await sql`select pg_promote() as promoted`;
    if (!row?.promoted) throw new Error("The standby was not promoted within a minute.");
  });

/** Two clusters in `parent`, and a function that removes them without waiting. */
async function makeServers(binaries: string, parent: string) {
  const owner = chooseOwner(parent);
  const servers: Server[] = [];
  const remove = () => {
    process.off("exit", remove);
    for (const { killNow, disk } of servers) {
      killNow();
      disk.remove();
    }
    rmSync(parent, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const add = async (name: string): Promise<Server> => {
    const home = join(parent, name);
    makeFolder(owner, home);
    if (!canEnter(owner, home)) throw new Error(`Postgres can't write to ${home}.`);
    const disk = makeDisk(join(home, "disk"), owner);
    const data = join(home, "disk", "data");
    const server = { ...(await clusterIn({ binaries, owner, home, data }, SETTINGS)), home, disk };
    servers.push(server);
    return server;
  };
  return { first: await add("postgres-1"), second: await add("postgres-2"), remove };
}

/**
 * Starts a primary of the installed Postgres, and a standby that confirms each of its commits, in a temporary folder.
 * Throws if no Postgres is installed or can be.
 */
export async function startDatabase(): Promise<Database & Replicated> {
  const binaries = installedPostgres();
  if (!binaries) throw new Error("No Postgres is installed in /usr/lib/postgresql.");
  const parent = makeDataDir();
  const { first, second, remove } = await makeServers(binaries, parent);
  let [primary, other] = [first, second];
  const replication = await startProxy("standby > primary", primary.port);
  let isFollowed = false;
  const admin = adminOf(() => primary);

  const stop = async () => {
    await admin.end();
    for (const server of [primary, other]) await server.end();
    await replication.close();
    remove();
  };
  /** Starts the primary if it doesn't run. Resolves when it works, and its standby has what it has. */
  const recover = async () => {
    await untilWorking(primary);
    await admin.end();
    if (isFollowed) await untilFollowed(primary);
  };
  const rebuildStandby = async () => {
    await makeStandby(other, primary, replication);
    isFollowed = true;
  };
  try {
    await createPrimary(primary);
    await rebuildStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    variables: {},
    admin: admin.connected,
    buckets: () => [admin.connected()],
    ownerUrl: () => urlOf(primary, OWNER),
    appUrl: () => appUrlOf(primary.port),
    port: () => primary.port,
    kill: () => primary.kill(),
    start: recover,
    freeze: (on) => {
      if (on) primary.signalAll("SIGSTOP");
      else for (const server of [primary, other]) server.signalAll("SIGCONT");
    },
    canFillDisk: primary.disk.canFill,
    fillDisk: async (on) => {
      if (on) {
        primary.disk.fill();
        return until("the disk is full", primary.disk.isFull);
      }
      for (const { disk } of [primary, other]) disk.makeSpace();
      await recover();
    },
    failOver: async ({ fence }) => {
      if (!isFollowed) throw new Error("There is no standby to promote.");
      if (fence) await primary.kill();
      isFollowed = false;
      await promote(other);
      [primary, other] = [other, primary];
      await admin.end();
    },
    rebuildStandby,
    replication,
    killStandby: () => other.kill(),
    startStandby: () => other.start().then(() => untilFollowed(primary)),
    stop,
  };
}
