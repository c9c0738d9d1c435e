-- The app's role has these settings (lib/db/session-settings.ts): a dump leaves out those of the database. Not
-- in a restored database, which has none and can belong to another role.
do $do$
declare
  setting text;
begin
  if exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = 0) then
    foreach setting in array array['statement_timeout', 'lock_timeout',
      'idle_in_transaction_session_timeout', 'jit'] loop
      execute format('alter database %I reset %I', current_database(), setting);
    end loop;
  end if;
end $do$;
