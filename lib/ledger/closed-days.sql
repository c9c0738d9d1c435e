-- Days that are rolled up, and the boundaries at which ids are cut by time.

-- The smallest uuid v7 of an instant, as firstIdAt() in lib/ids.ts.
create or replace function first_id_at(p_instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(ceil(extract(epoch from p_instant) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- A day that is closed is in the roll-ups; a movement dated into it would be missing there.
create or replace function refuse_closed_day(p_store merchants, p_transaction uuid)
returns void language plpgsql as $$
begin
  if p_transaction < first_id_at(p_store.rolled_up_until) then
    raise exception 'the app''s clock is behind: the day of this transaction is closed';
  end if;
end $$;

-- The first instant of a day: where clocks go back over midnight, it has that hour twice.
create or replace function day_start(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case when ((at - interval '1 hour') at time zone p_zone)::date = p_day
    then at - interval '1 hour' else at end
  from (select p_day::timestamp at time zone p_zone as at) midnight
$$;
