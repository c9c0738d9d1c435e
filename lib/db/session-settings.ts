/**
 * What every session of the app's role has. Postgres would compile the queries of a large store for longer than
 * they take.
 */
const SETTINGS = {
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "15s",
  jit: "off",
};

// An arbitrary number that no other advisory lock uses. Without it, concurrent changes of a role fail.
const SETTINGS_LOCK = 7_274_129;

const VALUES = Object.entries(SETTINGS)
  .map(([name, value]) => `('${name}', '${value}')`)
  .join(", ");

/** The settings that this session has only from the database or the server. */
const UNSET = `pg_settings s join (values ${VALUES}) w (name, value) using (name)
  where s.source not in ('user', 'database user', 'client', 'session')`;

type Connection = { unsafe: (text: string) => PromiseLike<{ length: number }> };

/**
 * Gives the role of this session the app's time limits in this database, for this session and all later ones.
 * What the operator set for the role or in DATABASE_URL stays. Settings of a database would be lost in a dump,
 * and PgBouncer refuses those of a connection.
 */
export async function limitSessions(sql: Connection): Promise<void> {
  if ((await sql.unsafe(`select from ${UNSET}`)).length === 0) return;
  await sql.unsafe(`do $do$
    declare
      setting record;
    begin
      perform pg_advisory_xact_lock(${SETTINGS_LOCK});
      -- A session starts with the settings of the role that signed in, which only that role may change.
      perform set_config('role', 'none', true);
      for setting in select w.name, w.value from ${UNSET} loop
        execute format('alter role %I in database %I set %I = %L',
          session_user, current_database(), setting.name, setting.value);
        perform set_config(setting.name, setting.value, false);
      end loop;
    end $do$`);
}
