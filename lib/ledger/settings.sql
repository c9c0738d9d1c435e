-- What the database's statements run under, beside the timeouts that a migration has set. Postgres
-- would compile the queries of a large store for longer than they take: by its estimate of rows that
-- an index spares it.
do $$
begin
  if current_setting('jit')::boolean then
    execute format('alter database %I set jit = off', current_database());
  end if;
end $$;
