-- Finds cards by merchant and card id. Returns each with its place in the input and its owner's email.
create or replace function cards_at(p_merchants uuid[], p_cards uuid[])
returns table (place int, card cards, owner_email text) language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select w.place::int, c.card, o.email
    from unnest(p_merchants, p_cards) with ordinality as w (merchant_id, card_id, place)
      cross join lateral (select row(k.*)::cards as card, k.owner_id from cards k
        where k.merchant_id = w.merchant_id and k.id = w.card_id offset 0) c
      left join lateral (select email from consumers where id = c.owner_id offset 0) o on true;
end $$;
