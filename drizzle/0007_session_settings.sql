-- The app's role has these settings (lib/db/session-settings.ts): a dump leaves out those of the database. Not
-- in a restored database, which has none and can belong to another role, nor what the operator changed.
do $do$
declare
  setting text;
begin
  for setting in select split_part(value, '=', 1)
      from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) value
      where d.datname = current_database() and s.setrole = 0 and value = any(array[
        'statement_timeout=5s', 'lock_timeout=2s', 'idle_in_transaction_session_timeout=15s',
        'jit=off']) loop
    execute format('alter database %I reset %I', current_database(), setting);
  end loop;
end $do$;
