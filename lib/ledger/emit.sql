-- Writes the events of one change of a card, in the commit of the change.

-- An id that begins with the time of another uuid v7, and is otherwise random.
create or replace function id_at_time_of(p_id uuid) returns uuid language sql volatile as
$$ select overlay(gen_random_uuid()::text placing left(p_id::text, 15) from 1)::uuid $$;

-- `p_cause` is the transaction, or for a change that moves nothing (disable) an id of its own.
-- Queues a delivery for each webhook that wants the event; while one is disabled its are held.
-- In a store with a platform, what mirrors the card is queued too.
-- Gives how many of both are to leave now.
create or replace function emit(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns int language plpgsql as $$
declare
  ids uuid[];
  queued record;
  pending int := 0;
  held uuid[];
  woken int := 0;
  connection uuid;
begin
  for n in 1..cardinality(p_events) loop ids[n] := id_at_time_of(p_cause); end loop;
  insert into events (merchant_id, id, event, card_id, sequence, transaction_id, amount_cents,
      currency, new_balance_cents, consumer_email)
    select p_card.merchant_id, told.id, told.event, p_card.id, p_card.sequence, p_transaction,
      p_amount, p_card.currency, p_card.balance_cents, p_owner_email
    from unnest(ids, p_events) as told (id, event);
  for queued in
    insert into webhook_deliveries (merchant_id, id, webhook_id, event_id, status, settled_at)
      select w.merchant_id, id_at_time_of(p_cause), w.id, told.id,
        case when w.active then 'pending' else 'held' end, case when not w.active then now() end
      from webhooks w join unnest(ids, p_events) as told (id, event) on told.event = any(w.events)
      where w.merchant_id = p_card.merchant_id and w.deleted_at is null
      returning id, status
  loop
    if queued.status = 'held' then held := held || queued.id; else pending := pending + 1; end if;
  end loop;
  -- The foreign key has locked the webhooks by now: whoever re-enables one waits for this commit, or
  -- was not seen above and is seen here.
  if held is not null then
    update webhook_deliveries d set status = 'pending', settled_at = null
      from webhooks w where d.merchant_id = p_card.merchant_id and d.id = any(held)
        and w.merchant_id = d.merchant_id and w.id = d.webhook_id and w.active;
    get diagnostics woken = row_count;
  end if;
  select id into connection from platform_connections
    where merchant_id = p_card.merchant_id and status <> 'disconnected';
  if found then
    pending := pending + mirror(p_card, connection, p_cause, 'card.activated' = any(p_events));
  end if;
  return pending + woken;
end $$;
