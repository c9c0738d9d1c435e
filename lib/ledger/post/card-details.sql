-- Notes when something else of a card changes than what every movement changes. A debit doesn't set these
-- columns, so this trigger and its index cost it nothing; `updated_at` has no index.
create or replace function note_card_details_change() returns trigger language plpgsql as $$
begin
  new.details_changed_at := clock_timestamp();
  return new;
end $$;

create or replace trigger cards_details_changed
  before update of status, owner_id, frozen_reason, replaced_by_id, metadata on cards
  for each row when (new.status = 'disabled' and old.status <> 'disabled'
    or (old.owner_id, old.frozen_reason, old.replaced_by_id, old.metadata)
      is distinct from (new.owner_id, new.frozen_reason, new.replaced_by_id, new.metadata))
  execute function note_card_details_change();
