import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { devices } from "@/lib/db/schema/till";
import { users } from "@/lib/db/schema/users";
import { userIdOf } from "@/lib/domain/audit/actors";
import type { Replayable } from "@/lib/ledger/post/operation";

const CREATOR_ID = userIdOf(apiKeys.createdBy);

const COLUMNS = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  last4: apiKeys.last4,
  shape: apiKeys.shape,
  scopes: apiKeys.scopes,
  place: apiKeys.place,
  addressRanges: apiKeys.addressRanges,
  /** Requests per window; null is the published limits, 0 is unlimited. */
  limitPerWindow: apiKeys.limitPerWindow,
  maxMovementInCents: apiKeys.maxMovementInCents,
  maxMovementOutCents: apiKeys.maxMovementOutCents,
  maxDayInCents: apiKeys.maxDayInCents,
  maxDayOutCents: apiKeys.maxDayOutCents,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  /** The id of the key that replaced it. */
  replacedBy: apiKeys.replacedBy,
  /** The user's name, or `operator`. */
  createdBy: sql<string>`coalesce(${users.name}, ${apiKeys.createdBy})`,
  /** Null unless a user created it. */
  createdById: CREATOR_ID,
};

/** Leaves out the keys under the store's devices, which are managed as devices. */
export const isNoDevice = (merchantId: string): SQL => sql`${apiKeys.id} not in (
  select ${devices.keyId} from ${devices} where ${devices.merchantId} = ${merchantId})`;

const selectKeys = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select(COLUMNS)
    .from(apiKeys)
    .leftJoin(users, eq(users.id, CREATOR_ID))
    .where(and(eq(apiKeys.merchantId, merchantId), isNoDevice(merchantId), which));

/** An API key without its secret. */
export type ApiKey = Replayable<Awaited<ReturnType<typeof selectKeys>>[number]>;

/** The merchant's key with this id. Refuses: not_found. */
export async function findKey(from: Db | Tx, merchantId: string, id: string): Promise<ApiKey> {
  const [key] = await selectKeys(from, merchantId, eq(apiKeys.id, id));
  return found(key);
}

const HAS_ENDED = sql`(${apiKeys.revokedAt} is not null or coalesce(${apiKeys.expiresAt} <= now(), false))`;

const { secretHash: _hash, ...ROW_COLUMNS } = getTableColumns(apiKeys);

/** The merchant's key with this id, locked until the transaction ends. Refuses: not_found. */
export async function lockKey(tx: Tx, merchantId: string, id: string) {
  const [key] = await tx
    .select({ ...ROW_COLUMNS, works: sql<boolean>`not ${HAS_ENDED}` })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id), isNoDevice(merchantId)))
    .for("no key update");
  return found(key);
}

/** The keys that a user created and that still work, locked until the transaction ends. */
export const lockWorkingKeysOf = (tx: Tx, merchantId: string, userId: string) =>
  tx
    .select({ id: apiKeys.id, name: apiKeys.name, last4: apiKeys.last4 })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.merchantId, merchantId),
        eq(apiKeys.createdBy, `user:${userId}`),
        isNoDevice(merchantId),
        sql`not ${HAS_ENDED}`,
      ),
    )
    .orderBy(asc(apiKeys.id))
    .for("no key update");

const MAX_LISTED = 500;

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
