import { isOnCitus } from "@/lib/base/config/env";
import { patient } from "@/lib/base/config/patience";
import { FIRST_BUCKET, searchPathOf } from "./buckets";

/**
 * What every session of the app's role has. Postgres would compile the queries of a large store for longer than
 * they take.
 */
const appSettings = () => ({
  statement_timeout: `${patient(5)}s`,
  lock_timeout: `${patient(2)}s`,
  idle_in_transaction_session_timeout: `${patient(15)}s`,
  jit: "off",
});

/**
 * What every session has on Citus, that of the owner too. A statement that Citus sends to a bucket can call a function
 * that reads other tables of the same bucket.
 */
const citusSettings = () => ({
  search_path: searchPathOf(FIRST_BUCKET),
  "citus.allow_nested_distributed_execution": "on",
});

// An arbitrary number that no other advisory lock uses. Without it, concurrent changes of a role fail.
const SETTINGS_LOCK = 7_274_129;

/** The settings that this session has only from the database or the server. */
const unset = (settings: Record<string, string>): string => `(values ${Object.entries(settings)
  .map(([name, value]) => `('${name}', '${value}')`)
  .join(", ")}) w (name, value) left join pg_settings s using (name)
  -- Citus hides some settings.
  where case when s.name is null then current_setting(w.name, true) is distinct from w.value
    else s.source not in ('user', 'database user', 'client', 'session') end`;

/** The session's connections to nodes, which began without the settings. A pooler would keep them for later clients. */
const CLOSE_CONNECTIONS = `perform set_config('citus.max_cached_conns_per_worker', '0', true);`;

type Connection = { unsafe: (text: string) => PromiseLike<{ length: number }> };

/**
 * Gives the role of this session the app's time limits in this database, for this session and all later ones.
 * What the operator set for the role or in DATABASE_URL stays. Settings of a database would be lost in a dump,
 * and PgBouncer refuses those of a connection.
 */
export const limitSessions = (sql: Connection): Promise<void> =>
  setRoleSettings(sql, { ...appSettings(), ...(isOnCitus() ? citusSettings() : {}) });

/** On Citus, lets the role of this session find the bucket's tables in this database, in later sessions too. */
export const findBuckets = (sql: Connection): Promise<void> =>
  setRoleSettings(sql, isOnCitus() ? citusSettings() : {});

async function setRoleSettings(sql: Connection, settings: Record<string, string>): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  if ((await sql.unsafe(`select from ${unset(settings)}`)).length === 0) return;
  await sql.unsafe(`do $do$
    declare
      setting record;
    begin
      perform pg_advisory_xact_lock(${SETTINGS_LOCK});
      ${isOnCitus() ? CLOSE_CONNECTIONS : ""}
      -- A session starts with the settings of the role that signed in, which only that role may change.
      perform set_config('role', 'none', true);
      for setting in select w.name, w.value from ${unset(settings)} loop
        execute format('alter role %I in database %I set %s = %s', session_user,
          current_database(), setting.name, (select string_agg(quote_literal(part), ', ')
            from unnest(string_to_array(setting.value, ', ')) part));
        perform set_config(setting.name, setting.value, false);
      end loop;
    end $do$`);
}
