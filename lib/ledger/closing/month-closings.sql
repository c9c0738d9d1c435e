-- Hashes the transactions of a month that an owner closes, so that `scrip ledger verify` names every one that
-- changed later, also by the hand of a superuser.

-- The hash of a transaction with this status and note. New columns must not change it.
create or replace function transaction_hash(p_row transactions, p_status text, p_note text)
returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_row.merchant_id, p_row.id, p_row.card_id, p_row.sequence,
    p_row.type, p_status, p_row.counter_account, p_row.amount_cents, p_row.currency,
    p_row.balance_after_cents, p_row.reference_id, p_row.source, p_row.transfer_id,
    p_row.original_transaction_id, p_row.hold_id, p_row.metadata, p_row.actor, p_row.request_id,
    p_note)::text, 'UTF8'))
$$;

-- Whether a transaction is what it was, apart from the two changes that the ledger allows: a pending one is
-- completed, and a note is redacted.
create or replace function is_as_closed(p_row transactions, p_hash bytea, p_hash_without_note bytea)
returns boolean language sql stable as $$
  select transaction_hash(p_row, p_row.status, p_row.note) = p_hash
    or p_row.status = 'completed' and transaction_hash(p_row, 'pending', p_row.note) = p_hash
    or p_row.note = '[redacted]' and (transaction_hash(p_row, p_row.status, null) = p_hash_without_note
      or p_row.status = 'completed' and transaction_hash(p_row, 'pending', null) = p_hash_without_note)
$$;

-- Writes the hashes of a store's transactions of a month. Returns how many there are.
create or replace function hash_transactions(p_merchant uuid, p_month text, p_begins timestamptz,
  p_ends timestamptz)
returns bigint language plpgsql as $$
declare
  transactions bigint;
begin
  with hashed as (
    select id, transaction_hash(t, status, note) as hash, transaction_hash(t, status, null) as bare,
      (row_number() over (order by id) - 1) / 1000 as slice
    from transactions t
    where merchant_id = p_merchant and id < first_id_at(p_ends)
      and (p_begins is null or id >= first_id_at(p_begins))
  ), written as (
    insert into closed_transactions (merchant_id, month, number, ids, hashes, hashes_without_notes)
      select p_merchant, p_month, slice, array_agg(id order by id), array_agg(hash order by id),
        array_agg(bare order by id)
      from hashed group by slice
  )
  select count(*) into transactions from hashed;
  return transactions;
end $$;

-- The hash of a closing: of the month before, its own facts and the hashes of its transactions.
create or replace function closing_hash(p_closing month_closings)
returns bytea language plpgsql stable as $$
begin
  return sha256(coalesce(p_closing.previous_hash, '')
    || convert_to(jsonb_build_array(p_closing.merchant_id, p_closing.month,
      extract(epoch from p_closing.begins_at), extract(epoch from p_closing.ends_at),
      p_closing.transactions, p_closing.totals, p_closing.actor,
      extract(epoch from p_closing.closed_at))::text, 'UTF8')
    || coalesce((select string_agg(uuid_send(id) || hash || bare, '' order by number, place)
      from closed_transactions c, unnest(c.ids, c.hashes, c.hashes_without_notes)
        with ordinality as h (id, hash, bare, place)
      where c.merchant_id = p_closing.merchant_id and c.month = p_closing.month), ''));
end $$;

-- Closes a month: hashes its transactions, then itself. Both are written once and never change.
create or replace function close_month(p_closing month_closings) returns void language plpgsql as $$
begin
  p_closing.transactions := hash_transactions(p_closing.merchant_id, p_closing.month,
    p_closing.begins_at, p_closing.ends_at);
  p_closing.closed_at := now();
  p_closing.hash := closing_hash(p_closing);
  insert into month_closings select p_closing.*;
end $$;
