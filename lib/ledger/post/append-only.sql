-- The ledger is append-only: triggers reject changes that the code must never make.

-- Refuses every change of a transaction except completing a pending one and redacting a note.
create or replace function refuse_transaction_change() returns trigger language plpgsql as $$
declare
  -- A generated column, not computed yet when the trigger runs.
  unchanged text[] := array['created_at'];
begin
  if tg_op = 'UPDATE' then
    if old.status = 'pending' and new.status = 'completed' then
      unchanged := unchanged || 'status'::text;
    elsif new.note = '[redacted]' then
      unchanged := unchanged || 'note'::text;
    end if;
    if to_jsonb(new) - unchanged = to_jsonb(old) - unchanged
      and (old.status, old.note) is distinct from (new.status, new.note) then
      return new;
    end if;
  end if;
  raise exception 'transactions are append-only' using errcode = 'restrict_violation';
end $$;

create or replace trigger transactions_append_only before update or delete on transactions
  for each row execute function refuse_transaction_change();
create or replace trigger transactions_no_truncate before truncate on transactions
  for each statement execute function refuse_transaction_change();

-- Refuses to change the currency or code of a card, or to delete it. A change of encryption keys changes
-- the hash of the same code; only the owner of the table has the right to write that column.
create or replace function refuse_card_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.currency = old.currency
    and current_setting('scrip.rotates_keys', true) = 'on' then
    return new;
  end if;
  raise exception 'a card keeps its currency and code, and is never deleted'
    using errcode = 'restrict_violation';
end $$;

create or replace trigger cards_immutable before update of currency, code_hmac on cards
  for each row when (old.currency <> new.currency or old.code_hmac <> new.code_hmac)
  execute function refuse_card_change();
create or replace trigger cards_no_delete before delete on cards
  for each row execute function refuse_card_change();
