import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { cashiers, devices } from "@/lib/db/schema/till";
import { memberships, users } from "@/lib/db/schema/users";
import type { NamedActor } from "@/lib/domain/audit/actors";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";

const MAX_LISTED = 200;

/** The possible actors of movements: a merchant's team members, its cashiers, then its newest keys. */
export async function listActors({ merchantId }: { merchantId: string }): Promise<NamedActor[]> {
  const rows = await db().execute<NamedActor>(sql`
    (select 'user:' || user_id as actor, name
      from ${memberships} join ${users} on users.id = user_id
      where merchant_id = ${teamStoreOf(merchantId)} order by name limit ${MAX_LISTED})
    union all
    (select 'cashier:' || id, name from ${cashiers}
      where merchant_id = ${merchantId}
      order by deactivated_at is not null, name limit ${MAX_LISTED})
    union all
    (select 'key:' || id, name from ${apiKeys}
      where merchant_id = ${merchantId}
        and id not in (select key_id from ${devices} where merchant_id = ${merchantId})
      order by id desc limit ${MAX_LISTED})`);
  return [...rows];
}
