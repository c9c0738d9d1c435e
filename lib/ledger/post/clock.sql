-- The time of a store's clock. It is the real time, except in a test twin, whose time can be moved forward. What
-- expires reads it: balances, holds and gifts. Records keep the real time, and queues run on it.

-- The time of a clock that is this far ahead.
create or replace function time_ahead(p_offset_ms bigint) returns timestamptz language sql volatile as $$
  select clock_timestamp() + p_offset_ms * interval '1 millisecond'
$$;

-- The time of a store's clock, for callers that don't read the store anyway.
create or replace function store_now(p_merchant uuid) returns timestamptz language plpgsql stable
  set enable_seqscan = off as $$
begin
  return (select time_ahead(clock_offset_ms) from merchants where id = p_merchant);
end $$;
