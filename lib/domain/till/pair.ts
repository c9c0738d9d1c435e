import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256 } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { notFound } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { findAnywhere } from "@/lib/db/client/in-buckets";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { devices } from "@/lib/db/schema/till";
import { dropCachedKey } from "@/lib/domain/api-keys/authenticate";
import { formatKey, publicParts, randomSecret } from "@/lib/domain/api-keys/format";
import { audit } from "@/lib/domain/audit/audit";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { browserOf } from "@/lib/domain/people/user-agent";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import { hashPairingCode } from "./pairing-code";
import { endSessionsAt } from "./sessions";

/** A paired device, and the key for its cookie, which nobody else gets. */
export type Pairing = { merchantId: string; isTest: boolean; keyId: string; secret: string };

/**
 * Pairs the browser that sends a device's code. The code works once; a browser that was paired before is locked
 * out within a second. Refuses: not_found (a wrong, used or expired code, or a revoked device), rate_limited.
 */
export async function pairDevice(ctx: Ctx, { code }: { code: string }): Promise<Pairing> {
  await takeAttempt("pairing-address", ctx.address);
  const pairing = await findAnywhere(() => pairByCode(ctx, code));
  if (!pairing) {
    throw notFound("This code doesn't work. Create a new one under Settings → Devices.");
  }
  dropCachedKey(pairing.keyId);
  return pairing;
}

/** Pairs the device that has this code in the current bucket; null if there is none. */
const pairByCode = (ctx: Ctx, code: string): Promise<Pairing | null> =>
  db().transaction(async (tx) => {
    const [device] = await tx
      .select({ merchantId: devices.merchantId, id: devices.id, keyId: devices.keyId })
      .from(devices)
      .where(
        and(
          eq(devices.pairingCodeHash, hashPairingCode(code)),
          gt(devices.pairingExpiresAt, sql`now()`),
        ),
      )
      .for("no key update");
    if (!device) return null;
    const { merchantId, id, keyId } = device;
    const thisKey = and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId));
    const [key] = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(
        and(thisKey, isNull(apiKeys.revokedAt), sql`coalesce(${apiKeys.expiresAt} > now(), true)`),
      )
      .for("no key update");
    if (!key) return null;
    const isTest = await isTestStore(tx, merchantId);
    const secret = formatKey(keyId, randomSecret(), isTest);
    const thisDevice = and(eq(devices.merchantId, merchantId), eq(devices.id, id));
    await tx
      .update(devices)
      .set({
        pairingCodeHash: null,
        pairingExpiresAt: null,
        pairedAt: sql`now()`,
        userAgent: ctx.userAgent?.slice(0, 300) ?? null,
      })
      .where(thisDevice);
    await tx
      .update(apiKeys)
      .set({ secretHash: sha256(secret), ...publicParts(secret) })
      .where(thisKey);
    await endSessionsAt(tx, merchantId, id);
    // The author is the key underneath: nobody is signed in who could be named.
    const author = { merchantId, actor: `key:${keyId}`, requestId: ctx.requestId };
    const details = browserOf(ctx.userAgent ?? null);
    await audit(tx, author, { action: "device.paired", subjectId: id, details });
    return { merchantId, isTest, keyId, secret };
  });
