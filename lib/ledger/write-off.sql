-- Breakage: what is left on expired cards leaves them for good, as a movement against the account
-- of that name. Cards are locked by id; one that changed meanwhile is skipped and said so.
create or replace function write_off(
  p_merchant uuid, p_cards uuid[], p_transactions uuid[], p_shape text, p_request_id text,
  p_actor text, p_note text, p_events text[])
returns jsonb language plpgsql as $$
declare
  wanted record;
  card cards;
  today date;
  reason text;
  result jsonb;
  written_off jsonb := '[]';
  skipped jsonb := '[]';
  deliveries int := 0;
begin
  select (now() at time zone time_zone)::date into today from merchants where id = p_merchant;
  for wanted in select * from unnest(p_cards, p_transactions) as t (card, transaction) order by 1 loop
    select * into card from cards
      where merchant_id = p_merchant and id = wanted.card for no key update;
    reason := case
      when card.id is null then 'not_found'
      when card.status <> 'active' then 'not_active'
      when card.expires_on is null or card.expires_on >= today then 'not_expired'
      when card.balance_cents = 0 then 'empty'
    end;
    if reason is not null then
      skipped := skipped || jsonb_build_object('cardId', wanted.card, 'reason', reason);
      continue;
    end if;
    result := move(jsonb_build_object(
      'merchant', p_merchant, 'card', card.id, 'shape', p_shape, 'request_id', p_request_id,
      'actor', p_actor, 'transaction', wanted.transaction, 'type', 'spend',
      'counter_account', 'breakage', 'amount', card.balance_cents, 'note', p_note,
      'events', p_events));
    if result -> 'answer' ? 'refusal' then
      raise exception 'a write-off was refused: %', result -> 'answer' ->> 'refusal';
    end if;
    written_off := written_off || jsonb_build_object('cardId', card.id,
      'transactionId', wanted.transaction, 'amountCents', card.balance_cents,
      'currency', card.currency);
    deliveries := deliveries + coalesce((result ->> 'deliveries')::int, 0);
  end loop;
  -- Last, when no card is to be locked any more: others hold a card when they come here.
  delete from expired_balances e where e.merchant_id = p_merchant and e.card_id in (
    select (w ->> 'cardId')::uuid from jsonb_array_elements(written_off) w);
  return jsonb_build_object('writtenOff', written_off, 'skipped', skipped,
    'deliveries', deliveries);
end $$;
