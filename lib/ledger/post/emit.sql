-- Writes the events of card changes, in the same transaction.

-- A random uuid v7 with the timestamp of another one.
create or replace function id_at_time_of(p_id uuid) returns uuid language sql volatile as
$$ select overlay(gen_random_uuid()::text placing left(p_id::text, 15) from 1)::uuid $$;

-- Builds the events of one card change. `p_cause` is the id of the transaction, or a new id if no money
-- moved (disable).
create or replace function events_of(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns events[] language plpgsql as $$
declare
  result events[] := '{}';
  event events;
begin
  event.merchant_id := p_card.merchant_id;
  event.card_id := p_card.id;
  event.sequence := p_card.sequence;
  event.transaction_id := p_transaction;
  event.amount_cents := p_amount;
  event.currency := p_card.currency;
  event.new_balance_cents := p_card.balance_cents;
  event.consumer_email := p_owner_email;
  for n in 1..coalesce(cardinality(p_events), 0) loop
    event.id := id_at_time_of(p_cause);
    event.event := p_events[n];
    result := result || event;
  end loop;
  return result;
end $$;

-- Adds the trace of the request that caused the events, for operators who collect traces.
create or replace function events_in_trace(p_events events[], p_traceparent text)
returns events[] language sql stable as $$
  select case when p_traceparent is null then p_events else array(
    select jsonb_populate_record(e, jsonb_build_object('traceparent', p_traceparent))
    from unnest(p_events) e) end
$$;

-- Writes events and queues a delivery for each subscribed webhook; deliveries to a disabled webhook are
-- held. Also queues the sync of the cards to the online shop, and the updates of their wallet passes. Returns
-- how many of these are due now.
create or replace function write_events(p_events events[]) returns int language plpgsql as $$
declare
  target record;
  delivery webhook_deliveries;
  deliveries webhook_deliveries[] := '{}';
  held uuid[];
  has_shop_or_pass boolean := false;
  pending int := 0;
  woken int := 0;
begin
  if p_events = '{}' then return 0; end if;
  insert into events (merchant_id, id, event, card_id, sequence, transaction_id, amount_cents,
      currency, new_balance_cents, consumer_email, traceparent)
    select merchant_id, id, event, card_id, sequence, transaction_id, amount_cents, currency,
      new_balance_cents, consumer_email, traceparent
    from unnest(p_events);
  -- One query for webhooks, shops and passes, because each costs every movement. Shops and passes have no webhook_id.
  for target in
    select e.merchant_id, e.id as event_id, w.id as webhook_id, w.active
      from unnest(p_events) e cross join lateral (
        select id, active from webhooks
          where merchant_id = e.merchant_id and e.event = any(events) and deleted_at is null
        union all
        select null, null from platform_connections where merchant_id = e.merchant_id
          and status <> 'disconnected'
        union all
        select null, null from wallet_passes where merchant_id = e.merchant_id and card_id = e.card_id
        offset 0) w
  loop
    if target.webhook_id is null then
      has_shop_or_pass := true;
      continue;
    end if;
    delivery.merchant_id := target.merchant_id;
    delivery.id := id_at_time_of(target.event_id);
    delivery.webhook_id := target.webhook_id;
    delivery.event_id := target.event_id;
    if target.active then
      delivery.status := 'pending';
      delivery.settled_at := null;
      pending := pending + 1;
    else
      delivery.status := 'held';
      delivery.settled_at := now();
      held := held || delivery.id;
    end if;
    deliveries := deliveries || delivery;
  end loop;
  if cardinality(deliveries) > 0 then
    insert into webhook_deliveries (merchant_id, id, webhook_id, event_id, status, settled_at)
      select merchant_id, id, webhook_id, event_id, status, settled_at from unnest(deliveries);
  end if;
  -- By now the foreign key locks the webhooks. If one is re-enabled at the same time, that transaction
  -- either waits for this one or is already visible here.
  if held is not null then
    update webhook_deliveries d set status = 'pending', settled_at = null
      from webhooks w where d.id = any(held)
        and d.merchant_id in (select merchant_id from unnest(p_events))
        and w.merchant_id = d.merchant_id and w.id = d.webhook_id and w.active;
    get diagnostics woken = row_count;
  end if;
  if has_shop_or_pass then
    woken := woken + queue_platform_sync(p_events) + queue_pass_updates(p_events);
  end if;
  return pending + woken;
end $$;

-- Writes the events of one card change.
create or replace function emit(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns int language sql as $$
  select write_events(events_of(p_card, p_owner_email, p_cause, p_transaction, p_amount, p_events))
$$;
