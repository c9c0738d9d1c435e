-- Queues the sync of changed cards to the connected online shop, in the same transaction: for an activation,
-- and for later changes of a synced card. Cards that were active before the shop was connected are synced on
-- demand only. Returns how many syncs were queued.
create or replace function queue_platform_sync(p_events events[]) returns int language plpgsql as $$
declare
  queued int;
begin
  with activated as (
    select c.merchant_id, c.id, e.card_id from unnest(p_events) e
      join platform_connections c
        on c.merchant_id = e.merchant_id and c.status <> 'disconnected'
      where e.event = 'card.activated'
  )
  insert into platform_cards (merchant_id, connection_id, card_id, state)
    select merchant_id, id, card_id, 'queued' from activated
    on conflict do nothing;
  insert into outbox (id, merchant_id, kind, payload)
    select id_at_time_of(e.id), e.merchant_id, 'platform_card',
      jsonb_build_object('cardId', e.card_id, 'sequence', e.sequence)
    -- One sync per change, which can have several events.
    from (select distinct on (card_id, sequence) * from unnest(p_events)
        order by card_id, sequence, id) e
      join platform_connections c
        on c.merchant_id = e.merchant_id and c.status <> 'disconnected'
      join platform_cards p on p.merchant_id = c.merchant_id and p.connection_id = c.id
        and p.card_id = e.card_id;
  get diagnostics queued = row_count;
  return queued;
end $$;
