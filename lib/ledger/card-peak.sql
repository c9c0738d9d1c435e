-- Keeps cards.peak_cents at or above the balance, whoever writes it; only a new high changes it here,
-- and once a day it is lowered (lib/cards/lower-peaks.ts).
create or replace function raise_card_peak() returns trigger language plpgsql as $$
begin
  new.peak_cents := new.balance_cents;
  return new;
end $$;

-- Before the trigger is there for the first time, cards may have a balance already.
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'cards'::regclass and tgname = 'cards_peak')
  then update cards set peak_cents = balance_cents where balance_cents > peak_cents; end if;
end $$;

create or replace trigger cards_peak before insert or update on cards
  for each row when (new.balance_cents > new.peak_cents) execute function raise_card_peak();
