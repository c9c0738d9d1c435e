-- Every guarded change begins with admit() and ends with remember(), in one commit.

-- Takes one call from an exact sliding window. The clock is read after the lock, and never before the
-- last call's, so that calls stand in the order in which they were let in: those that have left the
-- window are the first ones, and are found by halving.
create or replace function take_limit(p_subject text, p_bucket text, p_max int, p_window_ms int)
returns jsonb language plpgsql as $$
declare
  recent timestamptz[];
  at timestamptz;
  left_at timestamptz;
  low int := 1;
  high int;
  middle int;
  refused boolean;
begin
  select hits into recent from rate_limits
    where subject = p_subject and bucket = p_bucket for update;
  if not found then
    insert into rate_limits (subject, bucket, hits) values (p_subject, p_bucket, '{}')
      on conflict do nothing;
    select hits into recent from rate_limits
      where subject = p_subject and bucket = p_bucket for update;
  end if;
  high := cardinality(recent) + 1;
  at := greatest(clock_timestamp(), recent[high - 1]);
  left_at := at - p_window_ms * interval '1 millisecond';
  while low < high loop
    middle := (low + high) / 2;
    if recent[middle] > left_at then high := middle; else low := middle + 1; end if;
  end loop;
  if low > 1 then recent := recent[low:]; end if;
  refused := cardinality(recent) >= p_max;
  if not refused then
    recent := recent || at;
    update rate_limits set hits = recent where subject = p_subject and bucket = p_bucket;
  end if;
  return jsonb_build_object(
    'bucket', p_bucket, 'max', p_max, 'windowMs', p_window_ms, 'refused', refused,
    'remaining', greatest(0, p_max - cardinality(recent)),
    'resetMs', ceil(p_window_ms - 1000 * extract(epoch from
      at - recent[greatest(1, cardinality(recent) - p_max + 1)])));
end $$;

-- Replay, then limits: `{replayed, shape, requestId, answer, sealedCode, sealedSecret}`,
-- `{refusal, rates}` or `{rates}`. Neither a card's code nor a webhook's secret is kept in an
-- answer; they are read again here.
create or replace function admit(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_subject text, p_limits jsonb)
returns jsonb language plpgsql as $$
declare
  past idempotency_keys;
  wanted jsonb;
  rate jsonb;
  rates jsonb := '[]';
  taken text[] := '{}';
begin
  if p_key is not null then
    select * into past from idempotency_keys
      where merchant_id = p_merchant and key = p_key and created_at > now() - interval '24 hours';
    if found and past.fingerprint <> p_fingerprint then
      return jsonb_build_object('refusal', 'idempotency_key_reused', 'rates', rates);
    elsif found then
      return jsonb_build_object(
        'replayed', true, 'shape', past.shape, 'requestId', past.request_id,
        'answer', past.answer, 'rates', rates,
        'sealedCode', (select sealed_code from cards
          where merchant_id = p_merchant and id = (past.answer -> 'card' ->> 'id')::uuid),
        'sealedSecret', (select sealed_secret from webhooks
          where merchant_id = p_merchant and id = (past.answer -> 'webhook' ->> 'id')::uuid));
    end if;
  end if;
  for wanted in select value from jsonb_array_elements(p_limits) loop
    rate := take_limit(p_subject, wanted ->> 'bucket',
      (wanted ->> 'max')::int, (wanted ->> 'windowMs')::int);
    rates := rates || rate;
    if (rate ->> 'refused')::boolean then
      -- A duplicate of this request, which held the row's lock, may have taken the last call.
      if p_key is not null and exists (select from idempotency_keys
          where merchant_id = p_merchant and key = p_key
            and created_at > now() - interval '24 hours') then
        raise exception 'the idempotency key was used meanwhile' using errcode = '40001';
      end if;
      -- A call that is refused costs nothing, in the buckets taken before it neither.
      update rate_limits set hits = trim_array(hits, 1)
        where subject = p_subject and bucket = any(taken);
      return jsonb_build_object('refusal', 'rate_limited', 'rates', rates);
    end if;
    taken := taken || (rate ->> 'bucket');
  end loop;
  return jsonb_build_object('rates', rates);
end $$;

-- Keeps an answer under the caller's key: insert-only and last, so that of two racing commits one
-- fails here (40001) and finds the other's answer when it is tried again.
create or replace function remember(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_shape text, p_request_id text,
  p_answer jsonb)
returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into idempotency_keys (merchant_id, key, fingerprint, shape, request_id, answer)
    values (p_merchant, p_key, p_fingerprint, p_shape, p_request_id, p_answer)
    on conflict (merchant_id, key) do update set
      fingerprint = excluded.fingerprint, shape = excluded.shape,
      request_id = excluded.request_id, answer = excluded.answer, created_at = now()
    where idempotency_keys.created_at <= now() - interval '24 hours';
  if not found then
    raise exception 'the idempotency key was used meanwhile' using errcode = '40001';
  end if;
end $$;
