-- Helpers for day boundaries and time-based ids.

-- The smallest uuid v7 for a timestamp, like firstIdAt() in lib/base/ids.ts.
create or replace function first_id_at(p_instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(ceil(extract(epoch from p_instant) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- The start of a day: the first midnight, if clocks go back and midnight occurs twice.
create or replace function day_start(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case when ((at - interval '1 hour') at time zone p_zone)::date = p_day
    then at - interval '1 hour' else at end
  from (select p_day::timestamp at time zone p_zone as at) midnight
$$;
