-- move() is the only writer of a balance: one call and one commit per movement of money.
-- Refusals are answers and not exceptions: they commit too, since they cost a call and are replayed.

create or replace function signed_cents(p_type text, p_amount bigint)
returns bigint language sql immutable as $$
  select case when p_type in ('load', 'transfer_in', 'gift_received') then p_amount else -p_amount end
$$;

create or replace function card_json(p_card cards, p_owner_email text)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_card.id, 'merchantId', p_card.merchant_id, 'currency', p_card.currency,
    'balanceCents', p_card.balance_cents, 'status', p_card.status, 'cardType', p_card.card_type,
    'ownerEmail', p_owner_email, 'expiresOn', p_card.expires_on, 'sequence', p_card.sequence,
    'createdAt', p_card.created_at, 'updatedAt', p_card.updated_at)
$$;

create or replace function transaction_json(p_row transactions)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_row.id, 'cardId', p_row.card_id, 'sequence', p_row.sequence, 'type', p_row.type,
    'status', p_row.status, 'amountCents', p_row.amount_cents, 'currency', p_row.currency,
    'balanceAfterCents', p_row.balance_after_cents, 'note', p_row.note,
    'referenceId', p_row.reference_id, 'source', p_row.source, 'transferId', p_row.transfer_id,
    'createdAt', p_row.created_at)
$$;

create or replace function move(
  p_merchant uuid, p_card uuid, p_code_hmac bytea,
  p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_activation_limits jsonb,
  p_transaction uuid, p_type text, p_counter_account text, p_amount bigint, p_currency text,
  p_refused_statuses jsonb, p_refuses_expired boolean,
  p_note text, p_reference text, p_source text,
  p_events text[], p_activation_events text[],
  p_owner_email text, p_new_consumer uuid, p_new_mail uuid,
  p_status text default 'completed', p_transfer uuid default null)
returns jsonb language plpgsql as $$
declare
  card cards;
  store merchants;
  movement transactions;
  guard jsonb;
  refusal text;
  answer jsonb;
  owner_email text;
  today date;
  previous bigint;
  activates boolean;
  deliveries int := 0;
  moved bigint := signed_cents(p_type, p_amount);
begin
  if p_card is null then
    select id into p_card from cards where merchant_id = p_merchant and code_hmac = p_code_hmac;
  end if;
  select * into card from cards where merchant_id = p_merchant and id = p_card for no key update;
  activates := coalesce(card.status = 'inactive', false);
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor,
    case when activates then p_limits || p_activation_limits else p_limits end);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  select * into store from merchants where id = p_merchant;
  if card.owner_id is not null then
    select email into owner_email from consumers where id = card.owner_id;
  end if;
  today := (now() at time zone store.time_zone)::date;
  previous := card.balance_cents;
  refusal := case
    when card.id is null then 'not_found'
    when p_refused_statuses ? card.status then p_refused_statuses ->> card.status
    when p_refuses_expired and card.expires_on < today then 'card_expired'
    when p_currency <> card.currency then 'currency_mismatch'
    when p_owner_email <> owner_email then 'card_already_claimed'
    when previous + moved < 0 then 'insufficient_balance'
    when previous + moved > 9007199254740991 then 'balance_limit_exceeded'
  end;

  if refusal is not null then
    answer := jsonb_strip_nulls(jsonb_build_object('refusal', refusal,
      'balanceCents', case when refusal = 'insufficient_balance' then previous end));
  else -- past this line the movement succeeds
    -- A day that is closed is in the roll-ups; a movement dated into it would be missing there.
    if p_transaction < first_id_at(store.rolled_up_until) then
      raise exception 'the app''s clock is behind: the day of this transaction is closed';
    end if;
    owner_email := coalesce(owner_email, p_owner_email);
    -- What only a load or an activation changes is left out of a redemption: what a trigger watches
    -- costs even when it stays as it is.
    if moved < 0 and not activates and p_owner_email is null then
      update cards set balance_cents = previous + moved, sequence = card.sequence + 1,
        updated_at = clock_timestamp()
        where merchant_id = p_merchant and id = card.id returning * into card;
    else
      update cards set
        balance_cents = previous + moved, sequence = card.sequence + 1, status = 'active',
        owner_id = coalesce(owner_id, case when p_owner_email is not null
          then consumer_for(p_new_consumer, p_owner_email) end),
        expires_on = case when p_type = 'load' or activates
          then (today + store.validity_months * interval '1 month')::date else expires_on end,
        updated_at = clock_timestamp()
        where merchant_id = p_merchant and id = card.id returning * into card;
    end if;
    insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
        amount_cents, currency, balance_after_cents, note, reference_id, source, transfer_id, actor,
        request_id)
      values (p_merchant, p_transaction, card.id, card.sequence, p_type, p_status,
        p_counter_account, p_amount, card.currency, card.balance_cents, p_note, p_reference,
        p_source, p_transfer, p_actor, p_request_id) returning * into movement;
    deliveries := emit(card, owner_email, p_transaction, p_transaction, p_amount,
      case when activates then p_activation_events else p_events end);
    if activates and owner_email is not null and p_new_mail is not null then
      perform invite(p_new_mail, card, owner_email);
    end if;
    answer := jsonb_build_object('card', card_json(card, owner_email),
      'transaction', transaction_json(movement), 'previousBalanceCents', previous);
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', card.sealed_code,
    'deliveries', deliveries);
end $$;

-- Was a part of move() once.
drop function if exists refuse_closed_day(merchants, uuid);
