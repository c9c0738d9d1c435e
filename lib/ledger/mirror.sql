-- Queues what a shop's gift card has to follow, in the commit of the card's change: an activation is
-- mirrored from now on, a later change when the card is mirrored already. What was active before the
-- shop was connected stays as it is until somebody asks for it.
create or replace function mirror(
  p_card cards, p_connection uuid, p_cause uuid, p_activated boolean)
returns int language plpgsql as $$
begin
  if p_activated then
    insert into platform_cards (merchant_id, connection_id, card_id, state)
      values (p_card.merchant_id, p_connection, p_card.id, 'queued') on conflict do nothing;
  elsif not exists (select from platform_cards where merchant_id = p_card.merchant_id
      and connection_id = p_connection and card_id = p_card.id) then
    return 0;
  end if;
  insert into outbox (id, merchant_id, kind, payload)
    values (id_at_time_of(p_cause), p_card.merchant_id, 'platform_card',
      jsonb_build_object('cardId', p_card.id, 'sequence', p_card.sequence));
  return 1;
end $$;
