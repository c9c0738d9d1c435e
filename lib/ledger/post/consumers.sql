-- Returns the id of the consumer with this normalized email. Creates one with `p_id` if there is none. Run in another
-- bucket than the first one, it also records in consumer_buckets that this bucket has data of the consumer.
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
  -- Nested: as one condition with the look-ups, it would run a query in the first bucket too.
  if current_schema() not in ('public', 'bucket_1') then
    -- First looked up, because on Citus an insert into a shared table locks it on all nodes.
    if exists (select from buckets where name = current_schema())
      and not exists (select from consumer_buckets
        where consumer_id = found_id and bucket = current_schema())
    then
      insert into consumer_buckets (consumer_id, bucket) values (found_id, current_schema())
        on conflict do nothing;
    end if;
  end if;
  return found_id;
end $$;

-- Queues the email about a consumer's new card, with a link that opens it once within 30 days. The app
-- makes the link: it stores the hash of its token here, and encrypts the rest. p_counted: whether the email
-- was counted against the quotas. That of a test twin is kept, and never sent. A store whose owner's email is
-- not confirmed sends none, nor does a server of an earlier release, which passes no token.
create or replace function invite(p_id uuid, p_merchant uuid, p_card uuid, p_balance_cents bigint,
  p_currency text, p_email text, p_token_hash bytea, p_sealed_link text, p_counted boolean)
returns void language plpgsql as $$
declare
  store_name text;
  is_test boolean;
begin
  select name, live_merchant_id is not null into store_name, is_test from merchants
    where id = p_merchant and confirmed_at is not null and p_token_hash is not null;
  if not found then return; end if;
  insert into consumer_links (token_hash, purpose, email, merchant_id, card_id, expires_at)
    values (p_token_hash, 'invitation', p_email, p_merchant, p_card,
      now() + interval '30 days');
  insert into outbox (id, merchant_id, kind, status, payload)
    values (p_id, p_merchant, 'email', case when is_test then 'kept' else 'pending' end, jsonb_build_object(
      'to', p_email, 'template', 'card_invitation',
      'merchantId', p_merchant, 'cardId', p_card, 'storeName', store_name,
      'balanceCents', p_balance_cents, 'currency', p_currency,
      'link', p_sealed_link, 'counted', p_counted));
end $$;
