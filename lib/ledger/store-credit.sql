-- Store credit: a wallet per merchant, consumer and currency, opened by its first credit and
-- backed by a card that move() loads. The consumer's row is the lock, so that concurrent first
-- credits open one wallet; a wallet whose card was disabled gets a new one. A mail tells of each
-- credit; that of a new card has a link that opens it, the others lead to signing in.
create or replace function store_credit(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text, p_actor text,
  p_limits jsonb, p_email text, p_currency text, p_amount bigint, p_note text, p_source text,
  p_new_consumer uuid, p_new_wallet uuid, p_new_card uuid, p_code_hmac bytea, p_sealed_code text,
  p_code_last4 text, p_transaction uuid, p_new_mail uuid, p_events text[],
  p_activation_events text[])
returns jsonb language plpgsql as $$
declare
  guard jsonb;
  result jsonb;
  answer jsonb;
  consumer uuid;
  wallet wallets;
  card_status text;
  card cards;
begin
  guard := admit(p_merchant, p_key, p_fingerprint, p_actor, p_limits);
  if guard ?| array['refusal', 'replayed'] then return guard; end if;

  consumer := consumer_for(p_new_consumer, p_email);
  perform from consumers where id = consumer for no key update;
  select * into wallet from wallets
    where merchant_id = p_merchant and consumer_id = consumer and currency = p_currency;
  select status into card_status from cards
    where merchant_id = p_merchant and id = wallet.card_id for no key update;
  if card_status is distinct from 'active' then
    insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
        card_type, owner_id)
      values (p_merchant, p_new_card, p_code_hmac, p_sealed_code, p_code_last4, p_currency,
        'inactive', 'digital', consumer);
    insert into wallets (merchant_id, id, consumer_id, currency, card_id)
      values (p_merchant, p_new_wallet, consumer, p_currency, p_new_card)
      on conflict (merchant_id, consumer_id, currency) do update set card_id = excluded.card_id
      returning * into wallet;
  end if;

  result := move(jsonb_build_object(
    'merchant', p_merchant, 'card', wallet.card_id, 'shape', p_shape, 'request_id', p_request_id,
    'actor', p_actor, 'transaction', p_transaction, 'type', 'load',
    'counter_account', 'store_credit', 'amount', p_amount, 'currency', p_currency,
    'note', p_note, 'source', p_source, 'events', p_events,
    'activation_events', p_activation_events));
  answer := result -> 'answer';
  if not answer ? 'refusal' then
    answer := answer || jsonb_build_object('walletId', wallet.id);
    select * into card from cards where merchant_id = p_merchant and id = wallet.card_id;
    insert into outbox (id, merchant_id, kind, payload)
      values (p_new_mail, p_merchant, 'email', jsonb_build_object(
        'to', p_email, 'template', 'store_credit', 'merchantId', p_merchant, 'cardId', card.id,
        'storeName', (select name from merchants where id = p_merchant),
        'amountCents', p_amount, 'balanceCents', card.balance_cents, 'currency', p_currency,
        'note', p_note, 'link', case when card_status is distinct from 'active'
          then link_to(card, p_email) else '/wallet' end));
  end if;
  perform remember(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', result -> 'sealedCode',
    'deliveries', result -> 'deliveries');
end $$;
