-- Queues updates of the wallet passes that show a changed card, in the same transaction.

-- For what changes a card's balance or ends it. Returns how many updates were queued.
create or replace function queue_pass_updates(p_events events[]) returns int language plpgsql as $$
declare
  queued int;
begin
  insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), p.merchant_id, 'wallet_pass', jsonb_build_object('passId', p.id)
    -- One update per card, which can have several events.
    from (select distinct merchant_id, card_id from unnest(p_events)) e
      join wallet_passes p on p.merchant_id = e.merchant_id and p.card_id = e.card_id;
  get diagnostics queued = row_count;
  return queued;
end $$;

-- For what changes without a movement. A debit doesn't set these columns, so the trigger costs it nothing.
create or replace function queue_card_pass_updates() returns trigger language plpgsql as $$
begin
  insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), merchant_id, 'wallet_pass', jsonb_build_object('passId', id)
    from wallet_passes where merchant_id = new.merchant_id and card_id = new.id;
  return null;
end $$;

create or replace trigger cards_pass_updates
  after update of owner_id, frozen_reason, replaced_by_id, expires_on, held_cents on cards
  for each row when ((old.owner_id, old.frozen_reason is null, old.replaced_by_id, old.expires_on, old.held_cents)
    is distinct from
    (new.owner_id, new.frozen_reason is null, new.replaced_by_id, new.expires_on, new.held_cents))
  execute function queue_card_pass_updates();
