-- The body of a webhook request (spec, Payload), rendered once at the first attempt.
create or replace function event_body(p_event events) returns text language sql stable as $$
  select json_strip_nulls(json_build_object(
      'id', p_event.id, 'event', p_event.event, 'sequence', p_event.sequence,
      'transactionId', p_event.transaction_id,
      'timestamp', to_char(p_event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ))::jsonb || jsonb_build_object('data', jsonb_build_object(
      'cardUuid', p_event.card_id, 'amountCents', p_event.amount_cents,
      'currency', p_event.currency, 'newBalanceCents', p_event.new_balance_cents,
      'consumerEmail', p_event.consumer_email))
$$;
