import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db, type Tx } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { passRegistrations, walletPasses } from "@/lib/db/schema/passes";
import type { Pass } from "@/lib/domain/passes/pass";
import { queueUpdate } from "@/lib/domain/passes/queue";

/** Phones of one pass. More than a customer has. */
const MAX_REGISTRATIONS = 50;
/** Passes that one response lists. More than a phone has of one instance. */
const MAX_LISTED = 1_000;

type PassKey = Pick<Pass, "merchantId" | "id">;

const isOfPass = ({ merchantId, id }: PassKey) =>
  and(eq(passRegistrations.merchantId, merchantId), eq(passRegistrations.passId, id));

/**
 * Registers a phone for changes of a pass, or updates its push token. The oldest of more than 50 phones is removed.
 * Returns whether the phone is new.
 */
export const registerPhone = (
  pass: Pass,
  { deviceLibraryId, pushToken }: { deviceLibraryId: string; pushToken: string },
): Promise<boolean> =>
  db().transaction(async (tx) => {
    const { merchantId, id: passId } = pass;
    const key = and(eq(walletPasses.merchantId, merchantId), eq(walletPasses.id, passId));
    // So that phones that register at the same time don't exceed the limit.
    await tx.select({ id: walletPasses.id }).from(walletPasses).where(key).for("update");
    const registered = await tx
      .update(passRegistrations)
      .set({ pushToken })
      .where(and(isOfPass(pass), eq(passRegistrations.deviceLibraryId, deviceLibraryId)));
    if (registered.count > 0) return false;
    await tx.insert(passRegistrations).values({ merchantId, passId, deviceLibraryId, pushToken });
    await removeOldest(tx, pass);
    // The pass may have changed between its download and this registration, so the phone may not know.
    if (pass.updatedAt > pass.createdAt) await queueUpdate(tx, pass);
    return true;
  });

async function removeOldest(tx: Tx, pass: PassKey): Promise<void> {
  const surplus = tx
    .select({ deviceLibraryId: passRegistrations.deviceLibraryId })
    .from(passRegistrations)
    .where(isOfPass(pass))
    .orderBy(sql`${passRegistrations.createdAt} desc`)
    .offset(MAX_REGISTRATIONS);
  await tx
    .delete(passRegistrations)
    .where(and(isOfPass(pass), inArray(passRegistrations.deviceLibraryId, surplus)));
}

/** Ends what registerPhone() began. Does nothing for a phone that isn't registered. */
export const unregisterPhone = (pass: PassKey, deviceLibraryId: string) =>
  db()
    .delete(passRegistrations)
    .where(and(isOfPass(pass), eq(passRegistrations.deviceLibraryId, deviceLibraryId)));

/** Removes the registrations of a pass with this push token, which no phone has anymore. */
export const removePushToken = (pass: PassKey, pushToken: string) =>
  db()
    .delete(passRegistrations)
    .where(and(isOfPass(pass), eq(passRegistrations.pushToken, pushToken)));

/** The push tokens of a pass's phones. */
export async function pushTokensOf(pass: PassKey): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ pushToken: passRegistrations.pushToken })
    .from(passRegistrations)
    .where(isOfPass(pass));
  return rows.map(({ pushToken }) => pushToken);
}

// In microseconds, because Postgres stores them and a later change must be greater.
const UPDATED_AT = sql<string>`(extract(epoch from ${walletPasses.updatedAt}) * 1000000)::bigint`;

/**
 * The serial numbers of a phone's passes that changed after `since`, a tag of an earlier response, and the new tag;
 * null if there are none. Not filtered by store: a phone has passes of any.
 */
export async function listChanged(
  deviceLibraryId: string,
  since: string | null,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | null> {
  const parts = await inEachBucket(() => selectChanged(deviceLibraryId, since));
  const rows = parts
    .flat()
    .sort((a, b) => Number(a.updatedAt) - Number(b.updatedAt))
    .slice(0, MAX_LISTED);
  const last = rows.at(-1);
  return last ? { serialNumbers: rows.map(({ id }) => id), lastUpdated: last.updatedAt } : null;
}

function selectChanged(deviceLibraryId: string, since: string | null) {
  const isNewer: SQL | undefined =
    since === null ? undefined : sql`${UPDATED_AT} > ${since}::bigint`;
  return db()
    .select({ id: walletPasses.id, updatedAt: sql<string>`${UPDATED_AT}::text` })
    .from(passRegistrations)
    .innerJoin(
      walletPasses,
      and(
        eq(walletPasses.merchantId, passRegistrations.merchantId),
        eq(walletPasses.id, passRegistrations.passId),
      ),
    )
    .where(and(eq(passRegistrations.deviceLibraryId, deviceLibraryId), isNewer))
    .orderBy(asc(walletPasses.updatedAt))
    .limit(MAX_LISTED);
}
