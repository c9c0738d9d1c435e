import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, Shape } from "../../context";
import { type Db, db, type Tx } from "../../db/client";
import { apiKeys } from "../../db/schema/api-keys";
import { users } from "../../db/schema/users";

/** An API key without its secret. Dates are strings in a replayed response. */
export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  shape: Shape;
  scopes: string[];
  createdAt: Date | string;
  expiresAt: Date | string | null;
  lastUsedAt: Date | string | null;
  revokedAt: Date | string | null;
  /** The id of the key that replaced it. */
  replacedBy: string | null;
  /** The user's name, or `operator`. */
  createdBy: string;
};

const COLUMNS = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  last4: apiKeys.last4,
  shape: apiKeys.shape,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  replacedBy: apiKeys.replacedBy,
  createdBy: sql<string>`coalesce(${users.name}, ${apiKeys.createdBy})`,
};

const CREATOR_ID = sql`case when ${apiKeys.createdBy} like 'user:%'
  then substr(${apiKeys.createdBy}, 6)::uuid end`;

const selectKeys = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select(COLUMNS)
    .from(apiKeys)
    .leftJoin(users, eq(users.id, CREATOR_ID))
    .where(and(eq(apiKeys.merchantId, merchantId), which));

/** The merchant's key with this id; undefined if there is none. */
export async function findKey(
  from: Db | Tx,
  merchantId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [key] = await selectKeys(from, merchantId, eq(apiKeys.id, id));
  return key;
}

const MAX_LISTED = 500;

const HAS_ENDED = sql`(${apiKeys.revokedAt} is not null or coalesce(${apiKeys.expiresAt} <= now(), false))`;

/** The merchant's keys: active ones first, then newest first. */
export const listKeys = ({ merchantId }: Ctx): Promise<ApiKey[]> =>
  selectKeys(db(), merchantId).orderBy(HAS_ENDED, desc(apiKeys.id)).limit(MAX_LISTED);

/** The merchant of a key; null if there is no such key. Only for the operator. */
export async function merchantOfKey(id: string): Promise<string | null> {
  const [key] = await db()
    .select({ merchantId: apiKeys.merchantId })
    .from(apiKeys)
    .where(eq(apiKeys.id, id));
  return key?.merchantId ?? null;
}
