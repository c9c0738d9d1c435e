-- Gifts: money that waits in escrow between two cards of a store. Sending takes it off the sender's
-- card as a pending gift_sent. Settling holds the gift's row, so that of accepting, declining,
-- cancelling and expiring exactly one wins; the row is locked before any card.

-- A gift as answers show it.
create or replace function gift_json(p_row gifts) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_row.id, 'merchantId', p_row.merchant_id, 'status', p_row.status,
    'senderEmail', (select email from consumers where id = p_row.sender_id),
    'cardId', p_row.card_id, 'transactionId', p_row.transaction_id,
    'amountCents', p_row.amount_cents, 'currency', p_row.currency,
    'recipientEmail', p_row.recipient_email, 'message', p_row.message,
    'deliverAt', p_row.deliver_at, 'expiresAt', p_row.expires_at,
    'settledAt', p_row.settled_at, 'createdAt', p_row.created_at)
$$;

-- A refusal that names the field that is wrong.
create or replace function invalid_json(p_path text, p_message text)
returns jsonb language sql immutable as $$
  select jsonb_build_object('refusal', 'invalid_request', 'message', p_path || ': ' || p_message,
    'fields', jsonb_build_array(jsonb_build_object('path', p_path, 'message', p_message)))
$$;

-- Queues the mail that tells a gift's sender what became of it.
create or replace function tell_sender(p_id uuid, p_gift gifts) returns void language sql as $$
  insert into outbox (id, merchant_id, kind, payload)
    select p_id, p_gift.merchant_id, 'email', jsonb_build_object(
      'to', (select email from consumers where id = p_gift.sender_id),
      'template', 'gift_settled', 'merchantId', p_gift.merchant_id, 'giftId', p_gift.id,
      'storeName', (select name from merchants where id = p_gift.merchant_id),
      'recipientEmail', p_gift.recipient_email, 'outcome', p_gift.status,
      'amountCents', p_gift.amount_cents, 'currency', p_gift.currency,
      'onNewCard', p_gift.settled_card_id <> p_gift.card_id)
$$;

-- `p_amount` null is all of the balance; `p_deliver_on` null is at once, else that morning at nine.
create or replace function send_gift(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_gift uuid, p_card uuid, p_sender uuid, p_amount bigint, p_recipient text,
  p_message text, p_deliver_on date, p_time_zone text, p_valid_days int, p_token_hash bytea,
  p_link text, p_refused_statuses jsonb, p_transaction uuid, p_events text[])
returns jsonb language plpgsql as $$
declare
  guard jsonb;
  answer jsonb;
  moved jsonb;
  card cards;
  gift gifts;
  sender_email text;
  today date := (now() at time zone p_time_zone)::date;
  deliver_at timestamptz := case when p_deliver_on > today
    then (p_deliver_on + time '09:00') at time zone p_time_zone else now() end;
begin
  select * into card from cards
    where merchant_id = p_merchant and id = p_card for no key update;
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor, p_limits);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  select email into sender_email from consumers where id = p_sender;
  answer := case
    when card.owner_id is distinct from p_sender then jsonb_build_object('refusal', 'not_found')
    when p_recipient = sender_email then invalid_json('recipientEmail', 'is your own address')
    when p_deliver_on < today then invalid_json('deliverOn', 'is over already')
    when p_deliver_on > today + 365 then invalid_json('deliverOn', 'is more than a year ahead')
  end;
  if answer is null then
    moved := move(jsonb_build_object(
      'merchant', p_merchant, 'card', p_card, 'shape', p_shape, 'request_id', p_request_id,
      'actor', p_actor, 'transaction', p_transaction, 'type', 'gift_sent', 'status', 'pending',
      -- Of an empty card one is too much already, and that is what is refused.
      'counter_account', 'escrow', 'amount', coalesce(p_amount, greatest(1, card.balance_cents)),
      'refused_statuses', p_refused_statuses, 'refuses_expired', true, 'events', p_events));
    answer := moved -> 'answer';
  end if;

  if not answer ? 'refusal' then -- past this line it is sent
    insert into gifts (merchant_id, id, status, sender_id, card_id, transaction_id, amount_cents,
        currency, recipient_email, message, token_hash, deliver_at, expires_at)
      values (p_merchant, p_gift, 'pending', p_sender, p_card, p_transaction,
        (answer -> 'transaction' ->> 'amountCents')::bigint, card.currency, p_recipient, p_message,
        p_token_hash, deliver_at, deliver_at + p_valid_days * interval '1 day')
      returning * into gift;
    insert into outbox (id, merchant_id, kind, payload, next_attempt_at)
      values (p_gift, p_merchant, 'email', jsonb_build_object(
        'to', p_recipient, 'template', 'gift', 'merchantId', p_merchant, 'giftId', p_gift,
        'storeName', (select name from merchants where id = p_merchant),
        'senderEmail', sender_email, 'amountCents', gift.amount_cents,
        'currency', gift.currency, 'message', p_message, 'link', p_link), deliver_at);
    answer := answer || jsonb_build_object('gift', gift_json(gift));
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', moved -> 'sealedCode',
    'deliveries', moved -> 'deliveries');
end $$;

-- Opens a card of `p_owner` with the gift's money, as a gift_received; the gift_sent is completed.
create or replace function receive_gift(
  p_gift gifts, p_owner uuid, p_shape text, p_request_id text, p_actor text, p_card uuid,
  p_code_hmac bytea, p_sealed_code text, p_code_last4 text, p_transaction uuid, p_events text[])
returns jsonb language plpgsql as $$
declare
  moved jsonb;
begin
  insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
      card_type, owner_id)
    values (p_gift.merchant_id, p_card, p_code_hmac, p_sealed_code, p_code_last4,
      p_gift.currency, 'inactive', 'digital', p_owner);
  moved := move(jsonb_build_object(
    'merchant', p_gift.merchant_id, 'card', p_card, 'shape', p_shape, 'request_id', p_request_id,
    'actor', p_actor, 'transaction', p_transaction, 'type', 'gift_received',
    'counter_account', 'escrow', 'amount', p_gift.amount_cents, 'currency', p_gift.currency,
    'activation_events', p_events));
  if moved -> 'answer' ? 'refusal' then
    raise exception 'a gift was not received: %', moved -> 'answer' ->> 'refusal';
  end if;
  update transactions set status = 'completed'
    where merchant_id = p_gift.merchant_id and id = p_gift.transaction_id;
  return moved;
end $$;

-- Settles a pending gift for its recipient: opens a card with its money, keeps the answer, tells the
-- sender.
create or replace function accept_gift(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_gift uuid, p_recipient text, p_new_consumer uuid, p_card uuid,
  p_code_hmac bytea, p_sealed_code text, p_code_last4 text, p_transaction uuid, p_events text[])
returns jsonb language plpgsql as $$
declare
  guard jsonb;
  answer jsonb;
  moved jsonb;
  gift gifts;
begin
  select * into gift from gifts where merchant_id = p_merchant and id = p_gift
    and recipient_email = p_recipient for no key update;
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor, p_limits);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  answer := case
    when gift.id is null then jsonb_build_object('refusal', 'not_found')
    when gift.status <> 'pending' or gift.expires_at <= now()
      then jsonb_build_object('refusal', 'gift_settled')
  end;
  if answer is null then -- past this line it is accepted
    moved := receive_gift(gift, consumer_for(p_new_consumer, p_recipient), p_shape, p_request_id,
      p_actor, p_card, p_code_hmac, p_sealed_code, p_code_last4, p_transaction, p_events);
    update gifts set status = 'accepted', settled_at = clock_timestamp(), settled_card_id = p_card
      where merchant_id = p_merchant and id = p_gift returning * into gift;
    perform tell_sender(p_transaction, gift);
    answer := moved -> 'answer' || jsonb_build_object('gift', gift_json(gift));
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', moved -> 'sealedCode',
    'deliveries', moved -> 'deliveries');
end $$;

-- Declined by its recipient, cancelled by its sender, or expired: the money goes back to the card
-- that it came from, and the gift_sent has failed. Where that card can take none any more, it goes
-- to a new card of the sender, as if they had received the gift themselves.
create or replace function return_gift(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_gift uuid, p_status text, p_recipient text, p_sender uuid, p_card uuid,
  p_code_hmac bytea, p_sealed_code text, p_code_last4 text, p_transaction uuid, p_cause uuid,
  p_events text[], p_activation_events text[])
returns jsonb language plpgsql as $$
declare
  guard jsonb;
  answer jsonb;
  moved jsonb;
  gift gifts;
  card cards;
  deliveries int;
begin
  select * into gift from gifts where merchant_id = p_merchant and id = p_gift
    and (p_recipient is null or recipient_email = p_recipient)
    and (p_sender is null or sender_id = p_sender) for no key update;
  -- Before the limit, as everywhere: whoever sends from this card has it when they come there.
  select * into card from cards
    where merchant_id = p_merchant and id = gift.card_id for no key update;
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor, p_limits);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  answer := case
    when gift.id is null then jsonb_build_object('refusal', 'not_found')
    when gift.status <> 'pending' or p_status = 'expired' and gift.expires_at > now()
      then jsonb_build_object('refusal', 'gift_settled')
  end;
  if answer is null then -- past this line it is returned
    if card.status = 'disabled'
      or card.balance_cents + gift.amount_cents > 9007199254740991 then
      moved := receive_gift(gift, gift.sender_id, p_shape, p_request_id, p_actor, p_card,
        p_code_hmac, p_sealed_code, p_code_last4, p_transaction, p_activation_events);
      deliveries := moved -> 'deliveries';
      update gifts set status = p_status, settled_at = clock_timestamp(), settled_card_id = p_card
        where merchant_id = p_merchant and id = p_gift returning * into gift;
    else
      update transactions set status = 'failed'
        where merchant_id = p_merchant and id = gift.transaction_id;
      update cards set balance_cents = balance_cents + gift.amount_cents,
          sequence = sequence + 1, updated_at = clock_timestamp()
        where merchant_id = p_merchant and id = card.id returning * into card;
      deliveries := emit(card, (select email from consumers where id = card.owner_id), p_cause,
        gift.transaction_id, gift.amount_cents, p_events);
      update gifts set status = p_status, settled_at = clock_timestamp(),
          settled_card_id = card.id, returned_sequence = card.sequence
        where merchant_id = p_merchant and id = p_gift returning * into gift;
    end if;
    -- A mail that has not left by now would offer what is gone.
    delete from outbox where id = p_gift and merchant_id = p_merchant and status = 'pending';
    -- Who takes it back needs no mail about it.
    if p_status <> 'cancelled' then
      perform tell_sender(p_transaction, gift);
    end if;
    answer := jsonb_build_object('gift', gift_json(gift));
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'deliveries', deliveries);
end $$;
