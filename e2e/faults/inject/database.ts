import postgres from "postgres";
import type { Injection } from "./injection";

const TERMINATE_EVERY_MS = 300;

/** An operator, or a policy, ends the app's sessions again and again. */
export const endSessions: Injection = async ({ system }) => {
  let sessions = 0;
  const terminate = async () => {
    const rows =
      await system.database.admin()`select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and usename <> current_user`;
    sessions += rows.length;
  };
  const timer = setInterval(() => void terminate().catch(() => {}), TERMINATE_EVERY_MS);
  await terminate();
  return {
    detail: {},
    end: async () => {
      clearInterval(timer);
      return { sessions };
    },
  };
};

/** Another program takes every connection that Postgres has left, and the app's are ended. */
export const exhaustConnections: Injection = async ({ system }) => {
  const taken: postgres.Sql[] = [];
  const take = async () => {
    const sql = postgres(system.database.appUrl(), { max: 1, onnotice: () => {} });
    taken.push(sql);
    await sql`select 1`;
  };
  const takeAll = (): Promise<void> => take().then(takeAll, () => {});
  await takeAll();
  const [row] = await system.database.admin()`
    select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
      where backend_type = 'client backend' and usename <> current_user and application_name = 'scrip'`;
  await takeAll();
  return {
    detail: { taken: taken.length, ended: row?.ended },
    end: async () => {
      await Promise.all(taken.map((sql) => sql.end({ timeout: 0 })));
    },
  };
};

/** The disk of the primary is full. Ends when there is space, and Postgres runs. */
export const fullDisk: Injection = async ({ system: { database } }) => {
  if (!database.canFillDisk) return { detail: { skipped: true }, end: async () => {} };
  await database.fillDisk(true);
  return { detail: {}, end: () => database.fillDisk(false) };
};

/** The standby dies. Commits wait for it. Ends when it has what was committed meanwhile. */
export const killStandby: Injection = async ({ system: { database } }) => {
  await database.killStandby();
  return { detail: {}, end: database.startStandby };
};

/** The primary dies, and its standby takes over. Ends when the address of the database leads to it. */
export const failOver: Injection = async ({ system }) => {
  await system.database.kill();
  return {
    detail: {},
    end: async () => {
      await system.database.failOver({ fence: true });
      system.pointToPrimary({ endOld: true });
    },
    after: system.database.rebuildStandby,
  };
};

/**
 * The standby takes over while the former primary still runs. All clients stay with the former one: it answers reads, and
 * acknowledges no change, because no standby confirms it any more. The fault ends when the address of the database leads
 * to the new primary, in one step that also ends the connections to the former one. No client ever has both.
 */
export const failOverNotFenced: Injection = async ({ system }) => {
  await system.database.failOver({ fence: false });
  return {
    detail: {},
    end: async () => system.pointToPrimary({ endOld: true }),
    after: system.database.rebuildStandby,
  };
};
