-- Limits of an API key on amounts, per movement and per day of the store, by direction and currency. Only
-- called for keys that have such limits: `p_limits` is
-- `{in: {perMovementCents, perDayCents}, out: {perMovementCents, perDayCents}}`, null for no limit.

-- Locks what a key moved until the transaction ends. Not by its rows: movements in two currencies could lock
-- them in either order. The statement names a table, though it needs none, so that Citus locks on the bucket's node,
-- wherever this function runs.
create or replace function lock_key_amounts(p_actor text) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('key-amounts:' || p_actor, 0))
    from (select count(*) from api_key_days where merchant_id = '00000000-0000-0000-0000-000000000000') one;
end $$;

-- Whether the key itself made this transaction, in the last 24 hours: it can always reverse that.
create or replace function is_own_recent(p_merchant uuid, p_actor text, p_transaction uuid)
returns boolean language plpgsql stable as $$
begin
  return exists (select from transactions where merchant_id = p_merchant and id = p_transaction
    and actor = p_actor and id >= first_id_at(now() - interval '24 hours'));
end $$;

-- What a key has moved on a day, in the direction of `p_side`.
create or replace function key_amount_of(
  p_merchant uuid, p_actor text, p_day date, p_currency text, p_side text)
returns bigint language plpgsql stable as $$
begin
  return coalesce((select case p_side when 'in' then in_cents else out_cents end from api_key_days
    where merchant_id = p_merchant and key_id = substr(p_actor, 5)::uuid and day = p_day
      and currency = p_currency), 0);
end $$;

-- The limit that a movement of `p_moved` (negative: out) would exceed after `p_counted` of the same direction on that
-- day, as the fields of the refusal; null if it fits.
create or replace function exceeded_amount_limit(
  p_limits jsonb, p_currency text, p_moved bigint, p_counted bigint, p_day date, p_zone text)
returns jsonb language plpgsql stable as $$
declare
  side text := case when p_moved > 0 then 'in' else 'out' end;
  per_movement bigint := (p_limits -> side ->> 'perMovementCents')::bigint;
  -- Null without a limit per day.
  left_today bigint := greatest(0, (p_limits -> side ->> 'perDayCents')::bigint - p_counted);
  most bigint;
begin
  if p_limits -> side ->> 'perDayCents' is null then left_today := null; end if;
  most := least(per_movement, left_today);
  -- Not written as `most >= …`: without a limit in this direction, `most` is null.
  if not coalesce(abs(p_moved) > most, false) then return null; end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'limit', case when abs(p_moved) > per_movement then 'per_movement' else 'per_day' end,
    'direction', side, 'currency', p_currency, 'remainingCents', most,
    'resetsAt', case when abs(p_moved) <= coalesce(per_movement, max_cents())
      then to_char(
          day_start(p_day + 1, p_zone) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end));
end $$;

-- The limit that a movement of `p_moved` (negative: out) would exceed, as the fields of the refusal; null if it
-- fits. Lock the key's amounts first.
create or replace function exceeded_key_limit(
  p_merchant uuid, p_actor text, p_limits jsonb, p_currency text, p_moved bigint, p_day date,
  p_zone text, p_reversed uuid)
returns jsonb language plpgsql volatile as $$
declare
  side text := case when p_moved > 0 then 'in' else 'out' end;
  counted bigint := case when p_limits -> side ->> 'perDayCents' is not null
    then key_amount_of(p_merchant, p_actor, p_day, p_currency, side) end;
  exceeded jsonb := exceeded_amount_limit(p_limits, p_currency, p_moved, counted, p_day, p_zone);
begin
  if exceeded is null or is_own_recent(p_merchant, p_actor, p_reversed) then return null; end if;
  return exceeded;
end $$;

-- Counts a successful movement in its key's day. A reversal of the key's own movement takes that back out of
-- the day, if it is still the same day, and otherwise doesn't count.
create or replace function count_key_amount(
  p_merchant uuid, p_actor text, p_limits jsonb, p_currency text, p_moved bigint, p_day date,
  p_zone text, p_reversed uuid)
returns void language plpgsql as $$
declare
  side text := case when p_moved > 0 then 'in' else 'out' end;
begin
  if is_own_recent(p_merchant, p_actor, p_reversed) then
    update api_key_days set
        in_cents = in_cents - case when side = 'out' then least(in_cents, -p_moved) else 0 end,
        out_cents = out_cents - case when side = 'in' then least(out_cents, p_moved) else 0 end
      where merchant_id = p_merchant and key_id = substr(p_actor, 5)::uuid and day = p_day
        and currency = p_currency and p_reversed >= first_id_at(day_start(p_day, p_zone));
    return;
  end if;
  if p_limits -> side ->> 'perDayCents' is null then return; end if;
  insert into api_key_days as d (merchant_id, key_id, day, currency, in_cents, out_cents)
    values (p_merchant, substr(p_actor, 5)::uuid, p_day, p_currency,
      greatest(p_moved, 0), greatest(-p_moved, 0))
    on conflict (merchant_id, key_id, day, currency) do update
      set in_cents = d.in_cents + excluded.in_cents, out_cents = d.out_cents + excluded.out_cents;
end $$;
