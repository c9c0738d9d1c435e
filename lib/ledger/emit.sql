-- Writes the events of one change of a card, in the commit of the change.

-- An id that begins with the time of another uuid v7, and is otherwise random.
create or replace function id_at_time_of(p_id uuid) returns uuid language sql volatile as
$$ select overlay(gen_random_uuid()::text placing left(p_id::text, 15) from 1)::uuid $$;

-- `p_cause` is the transaction, or for a change that moves nothing (disable) an id of its own.
-- Queues a delivery for each webhook that wants the event; while one is disabled its are held.
-- Gives how many are to be delivered now.
create or replace function emit(
  p_card cards, p_owner_email text, p_cause uuid, p_transaction uuid, p_amount bigint,
  p_events text[])
returns int language plpgsql as $$
declare
  pending int;
  held uuid[];
  woken int := 0;
begin
  with told as (
    insert into events (merchant_id, id, event, card_id, sequence, transaction_id, amount_cents,
        currency, new_balance_cents, consumer_email)
      select p_card.merchant_id, id_at_time_of(p_cause), event, p_card.id, p_card.sequence,
        p_transaction, p_amount, p_card.currency, p_card.balance_cents, p_owner_email
      from unnest(p_events) event
      returning id, event
  ), queued as (
    insert into webhook_deliveries (merchant_id, id, webhook_id, event_id, status, settled_at)
      select p_card.merchant_id, id_at_time_of(told.id), w.id, told.id,
        case when w.active then 'pending' else 'held' end, case when not w.active then now() end
      from told join webhooks w on w.merchant_id = p_card.merchant_id
        and w.deleted_at is null and told.event = any(w.events)
      returning id, status
  )
  select count(*) filter (where status = 'pending'), array_agg(id) filter (where status = 'held')
    into pending, held from queued;
  -- The foreign key has locked the webhooks by now: whoever re-enables one waits for this commit, or
  -- was not seen above and is seen here.
  if held is not null then
    update webhook_deliveries d set status = 'pending', settled_at = null
      from webhooks w where d.merchant_id = p_card.merchant_id and d.id = any(held)
        and w.merchant_id = d.merchant_id and w.id = d.webhook_id and w.active;
    get diagnostics woken = row_count;
  end if;
  return pending + woken;
end $$;
