-- The consumer with this (normalised) address, made if there is none. `p_id` is for a new one.
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

-- Queues the mail that tells a consumer of a card that became theirs.
create or replace function invite(p_id uuid, p_card cards, p_email text)
returns void language sql as $$
  insert into outbox (id, merchant_id, kind, payload)
    values (p_id, p_card.merchant_id, 'email', jsonb_build_object(
      'to', p_email, 'template', 'card_invitation',
      'merchantId', p_card.merchant_id, 'cardId', p_card.id))
$$;
