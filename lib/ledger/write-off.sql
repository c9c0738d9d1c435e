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
    result := move(
      p_merchant => p_merchant, p_card => card.id, p_code_hmac => null,
      p_key => null, p_fingerprint => null, p_shape => p_shape, p_request_id => p_request_id,
      p_actor => p_actor, p_limits => '[]', p_activation_limits => '[]',
      p_transaction => wanted.transaction, p_type => 'spend', p_counter_account => 'breakage',
      p_amount => card.balance_cents, p_currency => null,
      p_refused_statuses => '{}', p_refuses_expired => false,
      p_note => p_note, p_reference => null, p_source => null,
      p_events => p_events, p_activation_events => '{}',
      p_owner_email => null, p_new_consumer => null, p_new_mail => null);
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
