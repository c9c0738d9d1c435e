-- A transfer between two stores: one movement on each of the two cards, in one call and one commit.
-- The one function that reads two stores for one caller. Of the other card it tells nothing but that it worked:
-- unknown, inactive, disabled, expired, of a store that takes no transfers, or too full are all
-- not_found. Cards are locked by id, whichever store they are of, so that crossing ones can't
-- deadlock.
create or replace function transfer(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_transfer uuid, p_from_card uuid, p_owner uuid, p_to_hmac bytea,
  p_amount bigint, p_to_currency text, p_to_amount bigint, p_rate text, p_rate_as_of date,
  p_rate_refusal jsonb, p_refused_statuses jsonb, p_transaction uuid, p_counter_transaction uuid,
  p_out_events text[], p_in_events text[])
returns jsonb language plpgsql as $$
declare
  guard jsonb;
  answer jsonb;
  sent jsonb;
  received jsonb;
  refusal text;
  source cards;
  target cards;
  home merchants;
  away merchants;
begin
  select * into target from cards where code_hmac = p_to_hmac;
  perform from cards
    where merchant_id = p_merchant and id = p_from_card
      or merchant_id = target.merchant_id and id = target.id
    order by id for no key update;
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor, p_limits);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  -- What the locks may have waited for is seen from here on.
  select * into source from cards where merchant_id = p_merchant and id = p_from_card
    and (p_owner is null or owner_id = p_owner);
  select * into target from cards where merchant_id = target.merchant_id and id = target.id;
  select * into home from merchants where id = p_merchant;
  select * into away from merchants where id = target.merchant_id;
  refusal := case
    when source.id is null then 'not_found'
    when not home.transfers_enabled then 'transfers_not_enabled'
    when target.id is null or target.status <> 'active' or not away.transfers_enabled
      or target.expires_on < (now() at time zone away.time_zone)::date then 'not_found'
    when p_refused_statuses ? source.status then p_refused_statuses ->> source.status
    when source.expires_on < (now() at time zone home.time_zone)::date then 'card_expired'
    when p_rate_refusal is not null then p_rate_refusal ->> 'refusal'
    when source.balance_cents < p_amount then 'insufficient_balance'
    when target.balance_cents + p_to_amount > 9007199254740991 then 'not_found'
  end;
  answer := case
    when refusal is null and target.merchant_id = p_merchant
      then invalid_json('toCode', 'is a card of the same store')
    when refusal = p_rate_refusal ->> 'refusal' then p_rate_refusal
    when refusal = 'insufficient_balance'
      then jsonb_build_object('refusal', refusal, 'balanceCents', source.balance_cents)
    when refusal is not null then jsonb_build_object('refusal', refusal)
  end;

  if answer is null then -- past this line the transfer succeeds
    if p_to_currency is distinct from target.currency then
      raise exception 'the transfer was worked out for another card';
    end if;
    sent := move(jsonb_build_object(
      'merchant', p_merchant, 'card', source.id, 'shape', p_shape, 'request_id', p_request_id,
      'actor', p_actor, 'transaction', p_transaction, 'transfer', p_transfer,
      'type', 'transfer_out', 'counter_account', 'transfer_clearing', 'amount', p_amount,
      'events', p_out_events));
    received := move(jsonb_build_object(
      'merchant', away.id, 'card', target.id, 'shape', p_shape, 'request_id', p_request_id,
      -- The other store's keys and people are its own; a consumer is a customer of both.
      'actor', case when p_actor like 'consumer:%' then p_actor else 'store:' || p_merchant end,
      'transaction', p_counter_transaction, 'transfer', p_transfer, 'type', 'transfer_in',
      'counter_account', case when p_rate is null then 'transfer_clearing' else 'fx' end,
      'amount', p_to_amount, 'events', p_in_events));
    if sent -> 'answer' ? 'refusal' or received -> 'answer' ? 'refusal' then
      raise exception 'one side of a transfer was refused: % %', sent, received;
    end if;
    insert into transfers (merchant_id, id, direction, card_id, transaction_id, amount_cents,
        currency, counter_merchant_id, counter_amount_cents, counter_currency, rate, rate_as_of)
      values
        (p_merchant, p_transfer, 'out', source.id, p_transaction, p_amount, source.currency,
          away.id, p_to_amount, target.currency, p_rate, p_rate_as_of),
        (away.id, p_transfer, 'in', target.id, p_counter_transaction, p_to_amount,
          target.currency, p_merchant, p_amount, source.currency, p_rate, p_rate_as_of);
    answer := sent -> 'answer' || jsonb_build_object('transfer', (select transfer_json(t)
      from transfers t where t.merchant_id = p_merchant and t.id = p_transfer));
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', sent -> 'sealedCode',
    'deliveries', coalesce((sent ->> 'deliveries')::int, 0)
      + coalesce((received ->> 'deliveries')::int, 0));
end $$;

-- One side of a transfer as answers show it.
create or replace function transfer_json(p_row transfers) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_row.id, 'direction', p_row.direction, 'cardId', p_row.card_id,
    'transactionId', p_row.transaction_id, 'amountCents', p_row.amount_cents,
    'currency', p_row.currency, 'counterAmountCents', p_row.counter_amount_cents,
    'counterCurrency', p_row.counter_currency, 'rate', p_row.rate, 'rateAsOf', p_row.rate_as_of,
    'createdAt', p_row.created_at)
$$;
