-- Maintains expired_balances and their totals. A card that is topped up, emptied or disabled is removed
-- immediately. If a gift is returned to a card, or a movement reversed, its row gets the new balance. Locks are
-- taken in this order: card, its row in expired_balances, totals.
create or replace function leave_expired() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from expired_balances where merchant_id = new.merchant_id and card_id = new.id returning *
  )
  insert into expired_balances (merchant_id, card_id, currency, expires_on, balance_cents)
    select merchant_id, card_id, currency, expires_on, new.balance_cents from gone
    where (old.expires_on, old.status) = (new.expires_on, new.status) and new.balance_cents > 0;
  return null;
end $$;

create or replace trigger cards_leave_expired after update on cards for each row
  -- Only for cards that may have expired in some time zone, so that other changes cost nothing.
  when (old.expires_on <= current_date + 1
    and (old.expires_on is distinct from new.expires_on or old.status <> new.status
      or old.balance_cents <> new.balance_cents))
  execute function leave_expired();

-- Adds rows of expired_balances to the totals (argument 1) or subtracts them (argument -1).
create or replace function sum_expired() returns trigger language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select merchant_id, currency, count(*) * tg_argv[0]::int as cards,
      sum(balance_cents) * tg_argv[0]::int as cents
    from changed group by 1, 2 order by 1, 2
  loop
    insert into expired_totals as t (merchant_id, currency, cards, balance_cents)
      values (sums.merchant_id, sums.currency, sums.cards, sums.cents)
      on conflict (merchant_id, currency) do update set
        cards = t.cards + excluded.cards,
        balance_cents = t.balance_cents + excluded.balance_cents;
  end loop;
  return null;
end $$;

create or replace trigger expired_added after insert on expired_balances
  referencing new table as changed for each statement execute function sum_expired('1');
create or replace trigger expired_left after delete on expired_balances
  referencing old table as changed for each statement execute function sum_expired('-1');
