-- Every guarded operation (rate limits and Idempotency-Key) begins with begin_guarded() and ends with
-- save_answer(), in one transaction. move_together() calls their parts: replay_answer(), take_limits(),
-- save_answers().
--
-- Planner hints, in all files of this folder: `enable_seqscan = off`, `force_generic_plan` and
-- `offset 0` in a subquery or after `lateral` force index scans. A session may have cached a plan
-- while the tables were empty, and keeps it while they grow.

-- Adds a request to the timestamps of a sliding window, and drops those that have left the window, found by
-- binary search. Never goes back, so that timestamps stay sorted. `p_at` is the time before the row was locked,
-- because an update can't read the clock on Citus.
create or replace function with_call_at(p_hits timestamptz[], p_window_ms int, p_at timestamptz)
returns timestamptz[] language plpgsql immutable as $$
declare
  at timestamptz := greatest(p_at, p_hits[cardinality(p_hits)]);
  left_at timestamptz := at - p_window_ms * interval '1 millisecond';
  low int := 1;
  high int := cardinality(p_hits) + 1;
  middle int;
begin
  while low < high loop
    middle := (low + high) / 2;
    if p_hits[middle] > left_at then high := middle; else low := middle + 1; end if;
  end loop;
  return case when low > 1 then p_hits[low:] else p_hits end || at;
end $$;

-- Whether one more request fits: there are fewer than `p_max`, or the oldest of those has left the window, which
-- begins at `p_left_at`.
create or replace function has_room_at(
  p_hits timestamptz[], p_max int, p_left_at timestamptz)
returns boolean language sql immutable as $$
  select cardinality(p_hits) < p_max or p_hits[cardinality(p_hits) - p_max + 1] <= p_left_at
$$;

-- Whether one more request fits now.
create or replace function has_room(p_hits timestamptz[], p_max int, p_window_ms int)
returns boolean language sql volatile as $$
  select has_room_at(p_hits, p_max, clock_timestamp() - p_window_ms * interval '1 millisecond')
$$;

-- Counts one request in a sliding window. A refused request changes nothing. Tables and servers of 1.0.0 call the
-- limit's name its `bucket`.
create or replace function take_limit(p_subject text, p_bucket text, p_max int, p_window_ms int)
returns jsonb language plpgsql as $$
declare
  recent timestamptz[];
  at timestamptz;
  left_at timestamptz;
  refused boolean := false;
begin
  loop
    at := clock_timestamp();
    left_at := at - p_window_ms * interval '1 millisecond';
    update rate_limits set hits = with_call_at(hits, p_window_ms, at)
      where subject = p_subject and bucket = p_bucket and has_room_at(hits, p_max, left_at)
      returning hits into recent;
    if found then
      -- It waited for the row: the request counts from now on.
      if clock_timestamp() - at > interval '5 milliseconds' then
        recent[cardinality(recent)] := greatest(recent[cardinality(recent)], clock_timestamp());
        update rate_limits set hits = recent where subject = p_subject and bucket = p_bucket;
      end if;
      exit;
    end if;
    select hits into recent from rate_limits where subject = p_subject and bucket = p_bucket;
    if not found then
      insert into rate_limits (subject, bucket, hits) values (p_subject, p_bucket, '{}')
        on conflict do nothing;
    else
      -- If there is room now, the row was created or a request left the window between the queries: retry.
      refused := not has_room(recent, p_max, p_window_ms);
      exit when refused;
    end if;
  end loop;
  at := case when refused then clock_timestamp() else recent[cardinality(recent)] end;
  return jsonb_build_object(
    'name', p_bucket, 'bucket', p_bucket, 'max', p_max, 'windowMs', p_window_ms, 'refused', refused,
    'remaining', greatest(0, p_max - cardinality(recent)),
    'resetMs', greatest(0, ceil(p_window_ms - 1000 * extract(epoch from
      at - recent[greatest(1, cardinality(recent) - p_max + 1)]))));
end $$;

-- The stored response for an Idempotency-Key, if any.
create or replace function find_answer(p_merchant uuid, p_key text)
returns setof kept_answer language plpgsql stable set enable_seqscan = off as $$
begin
  return query select merchant_id, k.key, fingerprint, shape, request_id, answer, path
    from (select * from idempotency_keys i
      where i.merchant_id = p_merchant and i.key = p_key offset 0) k
    where created_at > now() - interval '24 hours';
end $$;

-- The outcome of a replayed request: `{replayed, shape, requestId, answer, sealedCode, sealedSecret,
-- rates}`, or `{refusal, rates}` for a voided key, or a different request with the same key. Card codes and webhook
-- secrets are not stored in responses, so they are read again; a deleted webhook shows none.
create or replace function replay_answer(p_stored kept_answer, p_fingerprint bytea)
returns jsonb language plpgsql as $$
begin
  if p_stored.answer ? 'voided' then
    return jsonb_build_object('refusal', 'idempotency_key_voided', 'rates', '[]'::jsonb);
  end if;
  if p_stored.fingerprint <> p_fingerprint then
    return jsonb_build_object('refusal', 'idempotency_key_reused', 'rates', '[]'::jsonb);
  end if;
  return jsonb_build_object(
    'replayed', true, 'shape', p_stored.shape, 'requestId', p_stored.request_id,
    'answer', p_stored.answer, 'rates', '[]'::jsonb,
    'sealedCode', (select sealed_code from cards
      where merchant_id = p_stored.merchant_id and id = (p_stored.answer -> 'card' ->> 'id')::uuid),
    'sealedSecret', (select sealed_secret from webhooks
      where merchant_id = p_stored.merchant_id and id = (p_stored.answer -> 'webhook' ->> 'id')::uuid
        and deleted_at is null));
end $$;

-- Counts a request against each limit: `{rates}`, or `{refusal, rates}` if a limit is reached.
create or replace function take_limits(p_merchant uuid, p_key text, p_subject text, p_limits jsonb)
returns jsonb language plpgsql as $$
declare
  rate_limit jsonb;
  rate jsonb;
  rates jsonb := '[]';
  taken text[] := '{}';
begin
  for n in 0..jsonb_array_length(p_limits) - 1 loop
    rate_limit := p_limits -> n;
    rate := take_limit(p_subject, coalesce(rate_limit ->> 'name', rate_limit ->> 'bucket'),
      (rate_limit ->> 'max')::int, (rate_limit ->> 'windowMs')::int);
    rates := rates || rate;
    if (rate ->> 'refused')::boolean then
      -- A duplicate of this request may have been the last to fit. Fail, so that the retry replays it.
      if p_key is not null and exists (select from find_answer(p_merchant, p_key)) then
        raise exception 'the idempotency key was used meanwhile' using errcode = '40001';
      end if;
      -- A refused request must not count against the other limits either.
      update rate_limits set hits = trim_array(hits, 1)
        where subject = p_subject and bucket = any(taken);
      return jsonb_build_object('refusal', 'rate_limited', 'rates', rates);
    end if;
    taken := taken || (rate ->> 'name');
  end loop;
  return jsonb_build_object('rates', rates);
end $$;

-- Begins a guarded operation: returns the result of replay_answer() if there is a stored response, otherwise
-- of take_limits().
create or replace function begin_guarded(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_subject text, p_limits jsonb)
returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  stored_answer kept_answer;
begin
  if p_key is not null then
    select * into stored_answer from find_answer(p_merchant, p_key);
    if found then return replay_answer(stored_answer, p_fingerprint); end if;
  end if;
  return take_limits(p_merchant, p_key, p_subject, p_limits);
end $$;

-- The time of a key's new use, at least 24 hours after the last one. Raises 40001 if it's earlier.
create or replace function used_again_at(p_used timestamptz, p_now timestamptz)
returns timestamptz language plpgsql immutable as $$
begin
  if p_now - p_used < interval '24 hours' then
    raise exception 'the idempotency key was used meanwhile' using errcode = '40001';
  end if;
  return p_now;
end $$;

-- Stores responses under their keys, as the last step: if two transactions race, one fails here (40001) and
-- finds the other's response when it is retried.
create or replace function save_answers(p_answers kept_answer[])
returns void language plpgsql as $$
begin
  insert into idempotency_keys (merchant_id, key, fingerprint, path, shape, request_id, answer,
      created_at)
    select merchant_id, key, fingerprint, path, shape, request_id, answer, now()
      from unnest(p_answers) order by merchant_id, key
    on conflict (merchant_id, key) do update set
      fingerprint = excluded.fingerprint, path = excluded.path, shape = excluded.shape,
      request_id = excluded.request_id, answer = excluded.answer,
      created_at = used_again_at(idempotency_keys.created_at, excluded.created_at);
end $$;

-- Voids a key that no request has used, so that a request that arrives later is refused. If the request is
-- running, one of the two fails (40001) and finds the other's response when it is retried.
create or replace function void_key(
  p_merchant uuid, p_key text, p_path text, p_shape text, p_request_id text)
returns void language plpgsql as $$
begin
  perform save_answers(array[
    row(p_merchant, p_key, ''::bytea, p_shape, p_request_id, '{"voided": true}', p_path)::kept_answer]);
end $$;

-- Stores one response, if there is a key.
create or replace function save_answer(
  p_merchant uuid, p_key text, p_fingerprint bytea, p_path text, p_shape text, p_request_id text,
  p_answer jsonb)
returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  perform save_answers(array[
    row(p_merchant, p_key, p_fingerprint, p_shape, p_request_id, p_answer, p_path)::kept_answer]);
end $$;
