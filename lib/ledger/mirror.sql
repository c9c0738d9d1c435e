-- Queues what a shop's gift cards have to follow, in the commit of the cards' changes: an activation
-- is mirrored from now on, a later change when the card is mirrored already. What was active before
-- the shop was connected stays as it is until somebody asks for it. Gives how many were queued.
create or replace function mirror(p_told events[]) returns int language plpgsql as $$
declare
  queued int;
begin
  if not exists (select from unnest(p_told) told cross join lateral (
      select from platform_connections where merchant_id = told.merchant_id
        and status <> 'disconnected' offset 0) c) then
    return 0;
  end if;
  insert into platform_cards (merchant_id, connection_id, card_id, state)
    select c.merchant_id, c.id, told.card_id, 'queued' from unnest(p_told) told
      join platform_connections c
        on c.merchant_id = told.merchant_id and c.status <> 'disconnected'
      where told.event = 'card.activated'
    on conflict do nothing;
  insert into outbox (id, merchant_id, kind, payload)
    select id_at_time_of(told.id), told.merchant_id, 'platform_card',
      jsonb_build_object('cardId', told.card_id, 'sequence', told.sequence)
    -- A change tells one event or several.
    from (select distinct on (card_id, sequence) * from unnest(p_told)
        order by card_id, sequence, id) told
      join platform_connections c
        on c.merchant_id = told.merchant_id and c.status <> 'disconnected'
      join platform_cards p on p.merchant_id = c.merchant_id and p.connection_id = c.id
        and p.card_id = told.card_id;
  get diagnostics queued = row_count;
  return queued;
end $$;
