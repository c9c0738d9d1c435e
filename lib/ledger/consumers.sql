-- Returns the id of the consumer with this normalized email. Creates one with `p_id` if there is none.
create or replace function consumer_for(p_id uuid, p_email text)
returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  select id into found_id from consumers where email = p_email;
  if found_id is null then
    insert into consumers (id, email) values (p_id, p_email) on conflict (email) do nothing;
    select id into found_id from consumers where email = p_email;
  end if;
  return found_id;
end $$;

-- Creates a single-use link to a card, valid for 30 days, and returns its path. The token has 256 bits, from
-- three random uuids, and only its hash is stored. The email adds the URL of the instance.
create or replace function link_to(p_merchant uuid, p_card uuid, p_email text)
returns text language plpgsql as $$
declare
  token text := encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
begin
  insert into consumer_links (token_hash, purpose, email, merchant_id, card_id, expires_at)
    values (sha256(convert_to(token, 'UTF8')), 'invitation', p_email, p_merchant, p_card,
      now() + interval '30 days');
  return '/wallet/open#' || token;
end $$;

-- Queues the email about a consumer's new card.
create or replace function invite(p_id uuid, p_card cards, p_email text)
returns void language plpgsql as $$
begin
  insert into outbox (id, merchant_id, kind, payload)
    values (p_id, p_card.merchant_id, 'email', jsonb_build_object(
      'to', p_email, 'template', 'card_invitation',
      'merchantId', p_card.merchant_id, 'cardId', p_card.id,
      'storeName', (select name from merchants where id = p_card.merchant_id),
      'balanceCents', p_card.balance_cents, 'currency', p_card.currency,
      'link', link_to(p_card.merchant_id, p_card.id, p_email)));
end $$;
