-- Movements at a store's tills. Only called for those: `p_till` is `{device, cashier, limits: {cashier, device}}`,
-- with limits as in key-limits.sql, and null for a holder without any.

-- Locks the amounts of a cashier and a device until the transaction ends, always in this order.
create or replace function lock_till(p_till jsonb) returns void language plpgsql as $$
begin
  perform lock_key_amounts('cashier:' || (p_till ->> 'cashier'));
  perform lock_key_amounts('device:' || (p_till ->> 'device'));
end $$;

-- What a movement was, for receipts and totals; null for one that no till makes.
create or replace function till_kind(
  p_type text, p_activates boolean, p_counter_account text, p_source text)
returns text language sql immutable as $$
  select case p_counter_account
    when 'redemption' then case
      when p_type = 'spend' then
        case when p_source is not distinct from 'reversal' then 'refund_reversed' else 'redeemed' end
      when p_source is not distinct from 'reversal' then 'redemption_reversed'
      else 'refunded' end
    when 'issuance' then case
      when p_type = 'spend' then 'load_reversed'
      when p_activates then 'issued'
      else 'topped_up' end
  end
$$;

-- The day of the movement that a reversal undoes, if the same cashier made it at the same device; null otherwise.
create or replace function own_till_day(p_merchant uuid, p_till jsonb, p_reversed uuid)
returns date language plpgsql stable as $$
begin
  return (select day from till_movements where merchant_id = p_merchant and transaction_id = p_reversed
    and cashier_id = (p_till ->> 'cashier')::uuid and device_id = (p_till ->> 'device')::uuid);
end $$;

-- What counts against the day's limits of a cashier or device (`p_holder`) in the direction of `p_side`.
create or replace function till_amount_of(
  p_merchant uuid, p_holder text, p_id uuid, p_day date, p_currency text, p_side text)
returns bigint language plpgsql stable as $$
begin
  if p_holder = 'cashier' then
    return (select coalesce(sum(case p_side when 'in' then counted_in_cents else counted_out_cents end), 0)
      from till_movements where merchant_id = p_merchant and cashier_id = p_id and day = p_day
        and currency = p_currency);
  end if;
  return (select coalesce(sum(case p_side when 'in' then counted_in_cents else counted_out_cents end), 0)
    from till_movements where merchant_id = p_merchant and device_id = p_id and day = p_day
      and currency = p_currency);
end $$;

-- The limit of the cashier or the device that a movement of `p_moved` (negative: out) would exceed, as the fields
-- of the refusal; null if it fits. A cashier can always reverse what they did at the same device. Call lock_till() first.
create or replace function exceeded_till_limit(
  p_merchant uuid, p_till jsonb, p_currency text, p_moved bigint, p_day date, p_zone text,
  p_reversed uuid)
returns jsonb language plpgsql as $$
declare
  side text := case when p_moved > 0 then 'in' else 'out' end;
  holder text;
  limits jsonb;
  counted bigint;
  exceeded jsonb;
begin
  if own_till_day(p_merchant, p_till, p_reversed) is not null then return null; end if;
  foreach holder in array array['cashier', 'device'] loop
    limits := p_till -> 'limits' -> holder;
    counted := case when limits -> side ->> 'perDayCents' is not null
      then till_amount_of(p_merchant, holder, (p_till ->> holder)::uuid, p_day, p_currency, side) end;
    exceeded := exceeded_amount_limit(limits, p_currency, p_moved, counted, p_day, p_zone);
    if exceeded is not null then return exceeded || jsonb_build_object('holder', holder); end if;
  end loop;
  return null;
end $$;

-- Records a movement at a till. Call lock_till() first: it waits for a closing of the device that is under way.
create or replace function record_till_movement(
  p_till jsonb, p_movement transactions, p_activates boolean, p_requested bigint, p_moved bigint, p_day date)
returns void language plpgsql as $$
declare
  -- Null unless this undoes an own movement, which counts for that day: it gives the amount back, or nothing.
  undone_day date := case when p_movement.source = 'reversal'
    then own_till_day(p_movement.merchant_id, p_till, p_movement.original_transaction_id) end;
  in_cents bigint := greatest(p_moved, 0);
  out_cents bigint := greatest(-p_moved, 0);
begin
  if undone_day is not null then
    in_cents := case when undone_day = p_day then least(p_moved, 0) else 0 end;
    out_cents := case when undone_day = p_day then least(-p_moved, 0) else 0 end;
  end if;
  insert into till_movements (merchant_id, transaction_id, device_id, cashier_id, closing, day, kind,
      amount_cents, currency, requested_cents, counted_in_cents, counted_out_cents)
    select p_movement.merchant_id, p_movement.id, d.id, (p_till ->> 'cashier')::uuid, d.next_closing,
      p_day, till_kind(p_movement.type, p_activates, p_movement.counter_account, p_movement.source),
      p_movement.amount_cents, p_movement.currency, p_requested, in_cents, out_cents
    from devices d where d.merchant_id = p_movement.merchant_id and d.id = (p_till ->> 'device')::uuid;
end $$;
