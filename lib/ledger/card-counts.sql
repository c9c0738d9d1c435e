-- Keeps card_counts exact: in bulk when cards are created, one by one when a status changes.
-- A count is split into slots by connection, so that connections rarely wait for each other.

-- Adds to one of a merchant's card counts, in the connection's slot.
create or replace function add_card_count(
  p_merchant uuid, p_status text, p_card_type text, p_count bigint)
returns void language plpgsql as $$
begin
  insert into card_counts (merchant_id, status, card_type, slot, count)
    values (p_merchant, p_status, p_card_type, pg_backend_pid() % 8, p_count)
    on conflict (merchant_id, status, card_type, slot)
      do update set count = card_counts.count + excluded.count;
end $$;

-- Counts the cards of one insert.
create or replace function count_created_cards() returns trigger language plpgsql as $$
begin
  perform add_card_count(merchant_id, status, card_type, count(*))
    from created group by merchant_id, status, card_type order by merchant_id, status, card_type;
  return null;
end $$;

-- Moves a card from its old status's count to the new one's.
create or replace function count_changed_card() returns trigger language plpgsql as $$
begin
  perform add_card_count(new.merchant_id, status, new.card_type, change)
    -- Counts are always locked in this order, to prevent deadlocks: inactive, disabled, active.
    from (values (old.status, -1), (new.status, 1)) as moved (status, change) order by status desc;
  return null;
end $$;

create or replace trigger cards_count_created after insert on cards
  referencing new table as created for each statement execute function count_created_cards();
create or replace trigger cards_count_changed after update of status on cards
  for each row when (old.status <> new.status) execute function count_changed_card();
