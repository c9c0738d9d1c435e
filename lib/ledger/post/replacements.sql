-- The card that took the place of this one, after any number of replacements; itself if it was not replaced.
create or replace function latest_card(p_merchant uuid, p_card uuid)
returns uuid language plpgsql stable strict set enable_seqscan = off as $$
declare
  latest uuid := p_card;
  following uuid;
begin
  loop
    select replaced_by_id into following from cards where merchant_id = p_merchant and id = latest;
    exit when following is null;
    latest := following;
  end loop;
  return latest;
end $$;

-- When money was last added to a card before p_until, by any movement but its own replacement: the balance of
-- a card that replaced another is as old as it was there. Refunds and reversals return older money, and what
-- was reversed is gone. Null if there was none.
create or replace function last_funded_at(p_merchant uuid, p_card uuid, p_until timestamptz)
returns timestamptz language plpgsql stable set enable_seqscan = off as $$
declare
  found_card uuid := p_card;
  funding record;
begin
  loop
    select source, created_at into funding from transactions t
      where merchant_id = p_merchant and card_id = found_card and sign_of(type) = 1
        and id < first_id_at(p_until)
        and counter_account <> 'redemption' and not exists (select from transactions r
          where r.merchant_id = p_merchant and r.original_transaction_id = t.id
            and r.source = 'reversal' and r.id < first_id_at(p_until))
      order by sequence desc limit 1;
    exit when not found or funding.source is distinct from 'replacement';
    select id into found_card from cards
      where merchant_id = p_merchant and replaced_by_id = found_card;
    exit when not found;
  end loop;
  return funding.created_at;
end $$;
