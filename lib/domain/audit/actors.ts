import { type Column, sql } from "drizzle-orm";
import { isUuid } from "@/lib/base/ids";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { customers } from "@/lib/db/schema/consumers";
import { merchants } from "@/lib/db/schema/merchants";
import { platformConnections } from "@/lib/db/schema/platforms";
import { cashiers } from "@/lib/db/schema/till";
import { users } from "@/lib/db/schema/users";

/** An actor of records, with the name that people know. */
export type NamedActor = { actor: string; name: string };

/** SQL: the id of the user that a column names as `user:<id>`; null for other actors. */
export const userIdOf = (actor: Column) => sql<string | null>`case when ${actor} like 'user:%'
  then substr(${actor}, 6)::uuid end`;

/** The records with the name of the user who created each, in place of `user:<id>`. */
export async function withCreators<Created extends { createdBy: string }>(
  from: Db | Tx,
  records: Created[],
): Promise<Created[]> {
  const ids = idArrayOfKind("user", new Set(records.map(({ createdBy }) => createdBy)));
  const rows = await from.execute<NamedActor>(
    sql`select 'user:' || id as actor, name from ${users} where id = any(${ids}::uuid[])`,
  );
  const names = new Map([...rows].map(({ actor, name }) => [actor, name]));
  return records.map((one) => ({ ...one, createdBy: names.get(one.createdBy) ?? one.createdBy }));
}

/** The ids of the actors of one kind, such as `key`, as a Postgres array. */
const idArrayOfKind = (kind: string, actors: Set<string>): string =>
  `{${[...actors]
    .filter((actor) => actor.startsWith(`${kind}:`))
    .map((actor) => actor.slice(kind.length + 1))
    .filter(isUuid)
    .join(",")}}`;

/**
 * The names of the actors of a merchant's records: the name of a key, user, cashier, platform or other store (in
 * a transfer), or a consumer's email. Includes users who left. Actors without a name are left out.
 */
export async function namesOf(
  merchantId: string,
  records: readonly { actor: string }[],
  from: Db = db(),
): Promise<Map<string, string>> {
  const actors = new Set(records.map(({ actor }) => actor));
  const rows = await from.execute<NamedActor>(sql`
    select 'key:' || id as actor, name from ${apiKeys}
      where merchant_id = ${merchantId} and id = any(${idArrayOfKind("key", actors)}::uuid[])
    union all
    select 'user:' || id, name from ${users} where id = any(${idArrayOfKind("user", actors)}::uuid[])
    union all
    select 'cashier:' || id, name from ${cashiers}
      where merchant_id = ${merchantId} and id = any(${idArrayOfKind("cashier", actors)}::uuid[])
    union all
    select 'store:' || id, name from ${merchants}
      where id = any(${idArrayOfKind("store", actors)}::uuid[])
    union all
    select 'consumer:' || consumer_id, email from ${customers}
      where merchant_id = ${merchantId}
        and consumer_id = any(${idArrayOfKind("consumer", actors)}::uuid[])
    union all
    select 'platform:' || id, name from ${platformConnections}
      where merchant_id = ${merchantId}
        and id = any(${idArrayOfKind("platform", actors)}::uuid[])`);
  return new Map([...rows].map(({ actor, name }) => [actor, name]));
}
