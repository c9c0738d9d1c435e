import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startInstalledPostgres } from "@/e2e/support/installed-postgres";
import { meters } from "@/lib/base/observe/metrics";
import { closePool } from "@/lib/db/client/client";
import { replicaHealth } from "@/lib/db/client/replica";
import { migrate } from "@/lib/db/migrate/migrate";
import { configure } from "./configure";

const DATABASE = "scrip";

/** Reads wait for the standby's log as long as a busy machine needs. */
export const WAITING = { SCRIP_PATIENCE: "300" };
/** Reads soon go to the primary, because the standby doesn't move. */
const NOT_WAITING = { SCRIP_PATIENCE: "4" };

async function start() {
  const primary = await startInstalledPostgres();
  if (!primary) throw new Error("No Postgres is installed in /usr/lib/postgresql.");
  await primary.query("postgres", async (sql) => {
    await sql`create role app login password 'unused'`;
    await sql.unsafe(`create database ${DATABASE}`);
  });
  await migrate(primary.urlOf("owner", DATABASE), { appUrl: primary.urlOf("app", DATABASE) });
  return { primary, standby: await primary.startStandby() };
}

type Server = { urlOf: (user: string, database: string) => string };
type Servers = Awaited<ReturnType<typeof start>>;

/** The reads by outcome since the last reset. */
const readCounts = async () => {
  const { values } = await meters().replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
};

/** Ends a fallback, so that the next read checks the replica. */
const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.replica"));

const resetCounts = () => meters().replicaReads.reset();

function reset(): void {
  configure(WAITING);
  forget();
  resetCounts();
}

/**
 * Gives a test file a migrated database of the installed Postgres with a standby that serves reads. Each test begins
 * without counts or a fallback. Throws if no Postgres is installed.
 */
export function useReplicatedDatabase() {
  let servers: Servers;
  beforeAll(async () => {
    servers = await start();
    const [url, standbyUrl] = [servers.primary, servers.standby].map(({ urlOf }) =>
      urlOf("app", DATABASE),
    );
    const owner = servers.primary.urlOf("owner", DATABASE);
    configure(WAITING);
    configure({ DATABASE_URL: url, MIGRATE_DATABASE_URL: owner, DATABASE_REPLICA_URL: standbyUrl });
    await closePool();
  });
  beforeEach(reset);
  afterAll(async () => {
    await closePool();
    configure({ DATABASE_REPLICA_URL: "" });
    await servers.primary.remove();
  });
  type Work<T> = (sql: Sql) => PromiseLike<T>;
  const onPrimary = <T>(work: Work<T>) => servers.primary.query(DATABASE, work);
  const onStandby = <T>(work: Work<T>) => servers.standby.query(DATABASE, work);
  /** Resolves when the standby has replayed everything that was committed before. */
  const replayed = async () => {
    const [row] = await onPrimary((sql) => sql`select pg_current_wal_flush_lsn() as lsn`);
    const hasAll = async () => {
      const [now] = await onStandby(
        (sql) => sql`select pg_last_wal_replay_lsn() >= ${row?.lsn} as has`,
      );
      return now?.has;
    };
    await expect.poll(hasAll).toBe(true);
  };
  return {
    servers: () => servers,
    urlOf: (server: Server) => server.urlOf("app", DATABASE),
    onPrimary,
    onStandby,
    forget,
    reset,
    resetCounts,
    readCounts,
    /** From here on, the standby receives what the primary writes, but doesn't show it until `resume`. */
    pause: async () => {
      configure(NOT_WAITING);
      await replayed();
      await onStandby((sql) => sql`select pg_wal_replay_pause()`);
    },
    /** Resolves when the standby has replayed everything, and serves reads. */
    resume: async () => {
      configure(WAITING);
      await onStandby((sql) => sql`select pg_wal_replay_resume()`);
      await replayed();
      await expect.poll(replicaHealth).toEqual({ isUp: true, lagSeconds: 0 });
    },
  };
}
