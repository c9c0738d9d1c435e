-- Maintains customers: a merchant's list of the consumers who own one of its cards.

-- A random uuid v7 with this timestamp.
create or replace function customer_id_at(p_instant timestamptz) returns uuid language sql volatile as $$
  select overlay(overlay(first_id_at(p_instant)::text placing '7' from 15)
    placing right(gen_random_uuid()::text, 21) from 16)::uuid
$$;

-- Adds a card's new owner to the merchant's customers.
create or replace function add_customer() returns trigger language plpgsql as $$
begin
  insert into customers (merchant_id, id, consumer_id, email)
    select new.merchant_id, customer_id_at(clock_timestamp()), id, email
      from consumers where id = new.owner_id
    on conflict (merchant_id, consumer_id) do nothing;
  return null;
end $$;

create or replace trigger cards_customer_created after insert on cards
  for each row when (new.owner_id is not null) execute function add_customer();
create or replace trigger cards_customer_changed after update of owner_id on cards
  for each row when (new.owner_id is distinct from old.owner_id and new.owner_id is not null)
  execute function add_customer();
