-- Writes the events of changes of cards, in the commit of the changes.

-- An id that begins with the time of another uuid v7, and is otherwise random.
create or replace function id_at_time_of(p_id uuid) returns uuid language sql volatile as
$$ select overlay(gen_random_uuid()::text placing left(p_id::text, 15) from 1)::uuid $$;

-- What one change of a card tells. `p_cause` is the transaction, or for a change that moves nothing
-- (disable) an id of its own.
create or replace function events_of(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns events[] language plpgsql as $$
declare
  told events[] := '{}';
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
    told := told || event;
  end loop;
  return told;
end $$;

-- Writes events and queues a delivery for each webhook that wants one; while it is disabled its are
-- held. In a store with a platform, what mirrors the cards is queued too.
-- Gives how many of both are to leave now.
create or replace function emit_events(p_told events[]) returns int language plpgsql as $$
declare
  queued record;
  pending int := 0;
  held uuid[];
  woken int := 0;
begin
  if p_told = '{}' then return 0; end if;
  insert into events (merchant_id, id, event, card_id, sequence, transaction_id, amount_cents,
      currency, new_balance_cents, consumer_email)
    select merchant_id, id, event, card_id, sequence, transaction_id, amount_cents, currency,
      new_balance_cents, consumer_email
    from unnest(p_told);
  for queued in
    insert into webhook_deliveries (merchant_id, id, webhook_id, event_id, status, settled_at)
      select w.merchant_id, id_at_time_of(told.id), w.id, told.id,
        case when w.active then 'pending' else 'held' end, case when not w.active then now() end
      from unnest(p_told) told cross join lateral (select * from webhooks
        where merchant_id = told.merchant_id and told.event = any(events) and deleted_at is null
        offset 0) w
      returning id, status
  loop
    if queued.status = 'held' then held := held || queued.id; else pending := pending + 1; end if;
  end loop;
  -- The foreign key has locked the webhooks by now: whoever re-enables one waits for this commit, or
  -- was not seen above and is seen here.
  if held is not null then
    update webhook_deliveries d set status = 'pending', settled_at = null
      from webhooks w where d.id = any(held)
        and d.merchant_id in (select merchant_id from unnest(p_told))
        and w.merchant_id = d.merchant_id and w.id = d.webhook_id and w.active;
    get diagnostics woken = row_count;
  end if;
  return pending + woken + mirror(p_told);
end $$;

-- The same for one change of a card.
create or replace function emit(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns int language sql as $$
  select emit_events(events_of(p_card, p_owner_email, p_cause, p_transaction, p_amount, p_events))
$$;
