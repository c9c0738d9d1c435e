-- What the database's statements run under, beside the timeouts that a migration has set. Postgres
-- would compile the queries of a large store for longer than they take: by its estimate of rows that
-- an index spares it.
do $$
begin
  if current_setting('jit')::boolean then
    execute format('alter database %I set jit = off', current_database());
  end if;
end $$;

-- A raised limit's calls are more than fit beside a row; packing and unpacking them would cost more than
-- the debit that they count.
do $$
begin
  if (select attstorage from pg_attribute
      where attrelid = 'rate_limits'::regclass and attname = 'hits') <> 'e'
  then alter table rate_limits alter hits set storage external; end if;
end $$;
