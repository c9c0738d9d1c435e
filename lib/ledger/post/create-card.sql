-- Creates an inactive card in one call: replay, rate limits, card, audit entry, stored response.
create or replace function create_card(p_call jsonb)
returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  w record;
  guard jsonb;
  answer jsonb;
  owner uuid;
  created cards;
begin
  select * into w from jsonb_to_record(p_call) as (
    merchant uuid, actor text, request_id text, key text, fingerprint bytea, path text, shape text,
    limits jsonb, id uuid, code_hmac bytea, sealed_code text, code_last4 text, currency text,
    card_type text, owner_email text, metadata jsonb, new_consumer uuid, new_audit uuid);
  guard := begin_guarded(w.merchant, w.key, w.fingerprint, w.actor, w.limits);
  if guard ? 'refusal' or guard ? 'replayed' then return guard; end if;
  if w.owner_email is not null then owner := consumer_for(w.new_consumer, w.owner_email); end if;
  insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, card_type,
      status, owner_id, metadata)
    values (w.merchant, w.id, w.code_hmac, w.sealed_code, w.code_last4, w.currency, w.card_type,
      'inactive', owner, w.metadata)
    returning * into created;
  insert into audit_log (merchant_id, id, actor, action, subject_id, details, request_id)
    values (w.merchant, w.new_audit, w.actor, 'card.created', w.id, jsonb_strip_nulls(
      jsonb_build_object('currency', w.currency, 'cardType', w.card_type,
        'ownerEmail', w.owner_email)), w.request_id);
  -- With the creator, because a replay to another key must not show the code.
  answer := jsonb_build_object('card', card_json(created, w.owner_email), 'createdBy', w.actor);
  perform save_answer(w.merchant, w.key, w.fingerprint, w.path, w.shape, w.request_id, answer);
  return guard || jsonb_build_object('answer', answer, 'sealedCode', created.sealed_code);
end $$;
