-- Cards and transactions as responses show them, with what is available and refundable.

-- What can be taken from a card: its balance without the holds that have not ended. Call it only for cards with
-- `held_cents`; for the others it is the balance.
create or replace function available_cents(p_card cards) returns bigint language plpgsql stable
  set enable_seqscan = off as $$
declare
  at timestamptz := store_now(p_card.merchant_id);
begin
  return p_card.balance_cents - (select coalesce(sum(amount_cents), 0) from holds
    where merchant_id = p_card.merchant_id and card_id = p_card.id and status = 'held'
      and expires_at > at);
end $$;

-- What can still be refunded of a transaction: refunds that were reversed don't count. `p_written` are movements
-- of this call, not in the table yet; null for a transaction that doesn't exist.
create or replace function refundable_cents(p_merchant uuid, p_original uuid, p_written transactions[])
returns bigint language plpgsql stable set enable_seqscan = off as $$
begin
  return (select amount_cents from transactions where merchant_id = p_merchant and id = p_original)
    - (select coalesce(sum(amount_cents), 0) from transactions t
      where merchant_id = p_merchant and original_transaction_id = p_original
        and not exists (select from transactions r where r.merchant_id = t.merchant_id
          and r.original_transaction_id = t.id and r.source = 'reversal'))
    - (select coalesce(sum(amount_cents), 0) from unnest(p_written)
      where merchant_id = p_merchant and original_transaction_id = p_original);
end $$;

-- What every card has, as JSON.
create or replace function plain_card_json(p_card cards, p_owner_email text)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_card.id, 'merchantId', p_card.merchant_id, 'currency', p_card.currency,
    'balanceCents', p_card.balance_cents, 'status', p_card.status, 'cardType', p_card.card_type,
    'ownerEmail', p_owner_email, 'expiresOn', p_card.expires_on, 'sequence', p_card.sequence,
    'createdAt', p_card.created_at, 'updatedAt', p_card.updated_at)
$$;

-- A card that has more than every card. In PL/pgSQL, so that card_json() is prepared without it.
create or replace function full_card_json(p_card cards, p_owner_email text)
returns jsonb language plpgsql stable as $$
begin
  return plain_card_json(p_card, p_owner_email) || jsonb_strip_nulls(jsonb_build_object(
    'availableCents', case when p_card.held_cents > 0 then available_cents(p_card) end,
    'frozenReason', p_card.frozen_reason, 'replacedById', p_card.replaced_by_id,
    'metadata', p_card.metadata));
end $$;

-- A card as JSON, as stored in responses. What few cards have is left out of the others, which costs them nothing.
create or replace function card_json(p_card cards, p_owner_email text)
returns jsonb language sql stable as $$
  select case when p_card.held_cents = 0 and p_card.frozen_reason is null
      and p_card.replaced_by_id is null and p_card.metadata is null
    then plain_card_json(p_card, p_owner_email)
    else full_card_json(p_card, p_owner_email) end
$$;

-- What every transaction has, as JSON.
create or replace function plain_transaction_json(p_row transactions)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', p_row.id, 'cardId', p_row.card_id, 'sequence', p_row.sequence, 'type', p_row.type,
    'status', p_row.status, 'amountCents', p_row.amount_cents, 'currency', p_row.currency,
    'balanceAfterCents', p_row.balance_after_cents, 'note', p_row.note,
    'referenceId', p_row.reference_id, 'source', p_row.source, 'transferId', p_row.transfer_id,
    'createdAt', p_row.created_at)
$$;

-- A transaction that has more than every transaction. In PL/pgSQL, like full_card_json().
create or replace function full_transaction_json(p_row transactions)
returns jsonb language plpgsql stable as $$
begin
  return plain_transaction_json(p_row) || jsonb_strip_nulls(jsonb_build_object(
    'originalTransactionId', p_row.original_transaction_id, 'holdId', p_row.hold_id,
    'metadata', p_row.metadata));
end $$;

-- A transaction as JSON, as stored in responses. What few have is left out of the others.
create or replace function transaction_json(p_row transactions)
returns jsonb language sql stable as $$
  select case when p_row.original_transaction_id is null and p_row.hold_id is null
      and p_row.metadata is null
    then plain_transaction_json(p_row) else full_transaction_json(p_row) end
$$;
