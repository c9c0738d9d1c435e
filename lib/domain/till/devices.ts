import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { devices } from "@/lib/db/schema/till";
import { amountLimitColumns, type PartialAmountLimits } from "@/lib/domain/api-keys/amount-limits";
import { dropCachedKey } from "@/lib/domain/api-keys/authenticate";
import { lockKeyAuthority, requireKeyAuthority } from "@/lib/domain/api-keys/authority";
import { insertKeyRow, secretDeriver, setRestrictions } from "@/lib/domain/api-keys/create";
import { randomSecret } from "@/lib/domain/api-keys/format";
import { withCreators } from "@/lib/domain/audit/actors";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { requireConfirmedStore } from "@/lib/domain/limits/confirmed-store";
import type { PartialProof } from "@/lib/domain/people/totp/accept-code";
import { browserOf } from "@/lib/domain/people/user-agent";
import { lockStore } from "@/lib/domain/stores/find";
import { operation, type Replayable } from "@/lib/ledger/post/operation";
import { newPairingCode, PAIRING_MINUTES } from "./pairing-code";
import { endSessionsAt } from "./sessions";

/** Maximum number of devices per store, without revoked ones. */
export const MAX_DEVICES = 50;
const MAX_LISTED = 500;

/** People who can create a key with these scopes can pair a device. */
const AUTHORITY = ["money:write"];

const selectDevices = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select({
      id: devices.id,
      name: devices.name,
      keyId: devices.keyId,
      userAgent: devices.userAgent,
      pairedAt: devices.pairedAt,
      /** When the pairing code stops working that waits to be used; null if there is none. */
      pairingExpiresAt: devices.pairingExpiresAt,
      maxMovementInCents: apiKeys.maxMovementInCents,
      maxMovementOutCents: apiKeys.maxMovementOutCents,
      maxDayInCents: apiKeys.maxDayInCents,
      maxDayOutCents: apiKeys.maxDayOutCents,
      createdAt: devices.createdAt,
      createdBy: devices.createdBy,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(devices)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.merchantId, devices.merchantId), eq(apiKeys.id, devices.keyId)),
    )
    .where(and(eq(devices.merchantId, merchantId), which));

type Row = Awaited<ReturnType<typeof selectDevices>>[number];

/** The device, with the browser and the system that it was paired with. */
const withBrowser = ({ userAgent, ...row }: Row) => ({ ...row, ...browserOf(userAgent) });

/** `createdBy` is the user's name. */
export type Device = Replayable<ReturnType<typeof withBrowser>>;

async function findDevice(from: Db | Tx, merchantId: string, id: string): Promise<Device> {
  const rows = await selectDevices(from, merchantId, eq(devices.id, id));
  const [row] = await withCreators(from, rows);
  return withBrowser(found(row));
}

/** The store's devices: those in use first, then newest first. */
export async function listDevices({ merchantId }: Ctx): Promise<Device[]> {
  const rows = await selectDevices(db(), merchantId)
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(devices.id))
    .limit(MAX_LISTED);
  return (await withCreators(db(), rows)).map(withBrowser);
}

/** A device with its pairing code, which works once, for 15 minutes. Only this response contains it. */
export type DeviceWithCode = { device: Device; pairingCode: string };

/**
 * Adds a device for an owner, who confirms their password, and a code if two-step sign-in is on. A replayed
 * request gets the same pairing code. Amounts are in minor units of each currency.
 * Refuses: invalid_request (too many devices), store_not_confirmed, and what requireKeyAuthority() does.
 */
export async function createDevice(
  ctx: Ctx,
  { name, password, code, ...limits }: { name: string } & PartialAmountLimits & PartialProof,
): Promise<DeviceWithCode> {
  requireScope(ctx, "store:manage");
  await requireKeyAuthority(ctx, AUTHORITY, { password, code });
  const pairingCodeOf = pairingCodeDeriver(ctx);
  const { merchantId } = ctx;
  const { device } = await operation(ctx, async (tx): Promise<{ device: Device }> => {
    await lockKeyAuthority(tx, ctx, AUTHORITY);
    await requireConfirmedStore(tx, merchantId);
    await refuseTooManyDevices(tx, ctx);
    // Nobody keeps the secret: pairing replaces it.
    const key = {
      name: keyName(name),
      shape: "A",
      scopes: [],
      expiresAt: null,
      ...limits,
    } as const;
    const { id: keyId } = await insertKeyRow(tx, ctx, key, randomSecret);
    const id = newId();
    await tx.insert(devices).values({
      merchantId,
      id,
      name,
      keyId,
      createdBy: ctx.principal.actor,
      ...pairing(pairingCodeOf(id).hash),
    });
    const details = { name, ...setRestrictions(amountLimitColumns(limits)) };
    await audit(tx, authorOf(ctx), { action: "device.created", subjectId: id, details });
    return { device: await findDevice(tx, merchantId, id) };
  });
  return { device, pairingCode: pairingCodeOf(device.id).code };
}

/** The name of the key under a device. */
const keyName = (name: string) => `Till: ${name}`;

const pairing = (pairingCodeHash: Buffer) => ({
  pairingCodeHash,
  pairingExpiresAt: sql`now() + make_interval(mins => ${PAIRING_MINUTES})`,
});

const pairingCodeDeriver = (ctx: Ctx) => {
  const secretOf = secretDeriver(ctx);
  return (id: string) => newPairingCode(secretOf(id));
};

async function refuseTooManyDevices(tx: Tx, { merchantId }: Ctx): Promise<void> {
  // Lock the store, so that two requests can't both add the last allowed device.
  await lockStore(tx, merchantId);
  const [{ count } = { count: 0 }] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(devices)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.merchantId, devices.merchantId), eq(apiKeys.id, devices.keyId)),
    )
    .where(and(eq(devices.merchantId, merchantId), isNull(apiKeys.revokedAt)));
  if (count >= MAX_DEVICES) {
    const message = `a store can have at most ${MAX_DEVICES} devices; revoke one that you don't use`;
    throw invalidField("body", message);
  }
}

/** The device, locked until the transaction ends. Refuses: not_found, invalid_request (it was revoked). */
async function lockDevice(tx: Tx, merchantId: string, id: string): Promise<Device> {
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.merchantId, merchantId), eq(devices.id, id)))
    .for("no key update");
  const device = await findDevice(tx, merchantId, id);
  if (device.revokedAt) throw invalidField("device", "was revoked; add it as a new device");
  return device;
}

const isDevice = ({ merchantId }: Ctx, id: string) =>
  and(eq(devices.merchantId, merchantId), eq(devices.id, id));

/**
 * Creates a new pairing code for a device, with the same proof as a new device. Until another browser is paired
 * with it, the old one keeps working. An earlier code no longer works. A replayed request gets the same code.
 * Refuses: not_found, invalid_request (the device was revoked), and what requireKeyAuthority() does.
 */
export async function createPairingCode(
  ctx: Ctx,
  { deviceId, ...proof }: { deviceId: string } & PartialProof,
): Promise<DeviceWithCode> {
  requireScope(ctx, "store:manage");
  await findDevice(db(), ctx.merchantId, deviceId);
  await requireKeyAuthority(ctx, AUTHORITY, proof);
  const { code, hash } = pairingCodeDeriver(ctx)(deviceId);
  const { device } = await operation(ctx, async (tx): Promise<{ device: Device }> => {
    await lockKeyAuthority(tx, ctx, AUTHORITY);
    await lockDevice(tx, ctx.merchantId, deviceId);
    await tx.update(devices).set(pairing(hash)).where(isDevice(ctx, deviceId));
    const change = { action: "device.pairing_code_created", subjectId: deviceId } as const;
    await audit(tx, authorOf(ctx), change);
    return { device: await findDevice(tx, ctx.merchantId, deviceId) };
  });
  return { device, pairingCode: code };
}

type DeviceChanges = { deviceId: string; name?: string | undefined } & PartialAmountLimits &
  PartialProof;

/**
 * Renames a device, or changes its limits with the same proof as a new device. Takes effect within a second.
 * Refuses: not_found, invalid_request (the device was revoked), and what requireKeyAuthority() does.
 */
export async function changeDevice(
  ctx: Ctx,
  { deviceId, password, code, name, ...limits }: DeviceChanges,
): Promise<{ device: Device }> {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  const current = await findDevice(db(), merchantId, deviceId);
  const isLimited = Object.keys(changesBetween(current, limits)).length > 0;
  if (isLimited) await requireKeyAuthority(ctx, AUTHORITY, { password, code });
  const changed = await db().transaction(async (tx) => {
    if (isLimited) await lockKeyAuthority(tx, ctx, AUTHORITY);
    const before = await lockDevice(tx, merchantId, deviceId);
    const details = changesBetween(before, { name, ...(isLimited ? limits : {}) });
    if (Object.keys(details).length === 0) return { device: before };
    if (name) await tx.update(devices).set({ name }).where(isDevice(ctx, deviceId));
    await tx
      .update(apiKeys)
      .set({ name: keyName(name ?? before.name), ...(isLimited ? limits : {}) })
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, before.keyId)));
    await audit(tx, authorOf(ctx), { action: "device.changed", subjectId: deviceId, details });
    return { device: await findDevice(tx, merchantId, deviceId) };
  });
  dropCachedKey(current.keyId);
  return changed;
}

/**
 * Revokes a device permanently: its browser stops being a till immediately in this process, and within a second in
 * others. A pairing code no longer works. A device that is already revoked stays unchanged. Refuses: not_found.
 */
export async function revokeDevice(
  ctx: Ctx,
  { deviceId }: { deviceId: string },
): Promise<{ device: Device }> {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  const result = await operation(ctx, async (tx): Promise<{ device: Device }> => {
    const { keyId } = await findDevice(tx, merchantId, deviceId);
    await tx
      .update(devices)
      .set({ pairingCodeHash: null, pairingExpiresAt: null })
      .where(isDevice(ctx, deviceId));
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(
        and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)),
      )
      .returning({ id: apiKeys.id });
    if (revoked) {
      await endSessionsAt(tx, merchantId, deviceId);
      await audit(tx, authorOf(ctx), { action: "device.revoked", subjectId: deviceId });
    }
    return { device: await findDevice(tx, merchantId, deviceId) };
  });
  dropCachedKey(result.device.keyId);
  return result;
}
