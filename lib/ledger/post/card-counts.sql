-- Keeps card_counts exact: in bulk when cards are created, one by one when a status changes.
-- A count is split into slots, so that no transaction waits for another's count, in whatever order it changes them.

-- Adds to one of a merchant's card counts, in a slot that nobody else is changing.
create or replace function add_card_count(
  p_merchant uuid, p_status text, p_card_type text, p_count bigint)
returns void language plpgsql as $$
declare
  free_slot int;
begin
  select slot into free_slot from card_counts
    where merchant_id = p_merchant and status = p_status and card_type = p_card_type
    limit 1 for no key update skip locked;
  insert into card_counts (merchant_id, status, card_type, slot, count)
    values (p_merchant, p_status, p_card_type, coalesce(free_slot, pg_backend_pid()), p_count)
    on conflict (merchant_id, status, card_type, slot)
      do update set count = card_counts.count + excluded.count;
end $$;

-- Counts the cards of one insert.
create or replace function count_created_cards() returns trigger language plpgsql as $$
begin
  perform add_card_count(merchant_id, status, card_type, count(*))
    from created group by merchant_id, status, card_type;
  return null;
end $$;

-- Moves a card from its old status's count to the new one's.
create or replace function count_changed_card() returns trigger language plpgsql as $$
begin
  perform add_card_count(new.merchant_id, old.status, new.card_type, -1);
  perform add_card_count(new.merchant_id, new.status, new.card_type, 1);
  return null;
end $$;

create or replace trigger cards_count_created after insert on cards
  referencing new table as created for each statement execute function count_created_cards();
create or replace trigger cards_count_changed after update of status on cards
  for each row when (old.status <> new.status) execute function count_changed_card();
