import type { Sql } from "postgres";

/** Creates an active transfer agreement between these stores, without effective limits. */
export const agreeOnTransfers = (sql: Sql, one: string, other: string) => sql`
  insert into transfer_agreements (merchant_id, id, other_merchant_id, status, proposed_by_me, currency,
    max_transfer_cents, max_day_cents, max_unsettled_cents, accepted_at)
  select m.id, p.id, case when m.id = ${one} then ${other} else ${one} end::uuid, 'active', m.id = ${one},
    m.currency, 1000000000, 1000000000, 1000000000, now()
  from merchants m, (select gen_random_uuid() as id) p where m.id in (${one}, ${other})`;
