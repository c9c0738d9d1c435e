-- Days that are rolled up, and the boundaries at which ids are cut by time.

-- The smallest uuid v7 of an instant, as firstIdAt() in lib/ids.ts.
create or replace function first_id_at(p_instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(ceil(extract(epoch from p_instant) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- The first instant of a day: where clocks go back over midnight, it has that hour twice.
create or replace function day_start(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case when ((at - interval '1 hour') at time zone p_zone)::date = p_day
    then at - interval '1 hour' else at end
  from (select p_day::timestamp at time zone p_zone as at) midnight
$$;
