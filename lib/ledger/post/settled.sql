-- Updates the daily totals if a pending movement is completed after its day was closed.
create or replace function count_settled() returns trigger language plpgsql as $$
declare
  store merchants;
  its_day date;
begin
  -- The lock prevents a day from being closed before this transaction commits.
  select * into store from merchants where id = new.merchant_id for share;
  if new.id < first_id_at(store.rolled_up_until) then
    its_day := (new.created_at at time zone coalesce(store.closed_zone, store.time_zone))::date;
    update daily_totals d set count = d.count - 1, amount_cents = d.amount_cents - old.amount_cents
      where (d.merchant_id, d.day, d.type, d.status, d.counter_account, d.currency)
        = (old.merchant_id, its_day, old.type, old.status, old.counter_account, old.currency);
    delete from daily_totals d
      where (d.merchant_id, d.day, d.type, d.status, d.counter_account, d.currency)
        = (old.merchant_id, its_day, old.type, old.status, old.counter_account, old.currency)
        and d.count = 0;
    insert into daily_totals (merchant_id, day, type, status, counter_account, currency, count,
        amount_cents)
      values (new.merchant_id, its_day, new.type, new.status, new.counter_account, new.currency, 1,
        new.amount_cents)
      on conflict (merchant_id, day, type, status, counter_account, currency) do update set
        count = daily_totals.count + 1,
        amount_cents = daily_totals.amount_cents + excluded.amount_cents;
  end if;
  return null;
end $$;

create or replace trigger transactions_count_settled after update on transactions
  for each row when (old.status <> new.status) execute function count_settled();
