-- Keeps cards.peak_cents at or above the balance, whoever writes it; only a new high changes it.
create or replace function raise_card_peak() returns trigger language plpgsql as $$
begin
  new.peak_cents := new.balance_cents;
  return new;
end $$;

create or replace trigger cards_peak before insert or update on cards
  for each row when (new.balance_cents > new.peak_cents) execute function raise_card_peak();
