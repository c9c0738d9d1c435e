import { and, eq, isNull } from "drizzle-orm";
import type { Ctx, PairedDevice } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { cashiers, devices, tillSessions } from "@/lib/db/schema/till";
import { audit } from "@/lib/domain/audit/audit";
import { type Attempt, limitGuesses } from "@/lib/domain/limits/attempt-limits";
import { isPin } from "./pin";
import { endSessionsAt, LOCKS_AT, requireDevice, sessionView } from "./sessions";

const WRONG_PIN = { message: "The PIN is wrong." };

/**
 * Wrong PINs of a cashier at this device, as it is paired now and with the cashier's PIN of now: a new PIN, or a
 * new pairing, starts again.
 */
const pinAttempts = (
  { id, pairedAt }: PairedDevice,
  cashierId: string,
  pinHash = "",
): Attempt[] => {
  const who = JSON.stringify([id, pairedAt, cashierId, pinHash]);
  return [
    ["till-pin", who],
    ["till-pin-day", who],
    ["till-pin-device", JSON.stringify([id, pairedAt])],
  ];
};

type PinEntry = { cashierId: string; pin: string };

/**
 * Unlocks the till for a cashier, and ends the session before. Only wrong PINs count against the limits of
 * attempts. Refuses: unauthorized (the PIN is wrong, or the cashier unknown), rate_limited, unavailable.
 */
export async function signInAtTill(ctx: Ctx, { cashierId, pin }: PinEntry) {
  const { merchantId } = ctx;
  const device = requireDevice(ctx);
  const [cashier] = await db()
    .select({ name: cashiers.name, pinHash: cashiers.pinHash })
    .from(cashiers)
    .where(
      and(
        eq(cashiers.merchantId, merchantId),
        eq(cashiers.id, cashierId),
        isNull(cashiers.deactivatedAt),
      ),
    );
  const attempts = pinAttempts(device, cashierId, cashier?.pinHash);
  return await limitGuesses(attempts, async () => {
    const isRight = await isPin(pin, cashier?.pinHash ?? null);
    if (!cashier || !isRight) throw new Refusal("unauthorized", WRONG_PIN);
    const session = await db().transaction((tx) =>
      openTillSession(tx, ctx, { deviceId: device.id, cashierId, pinHash: cashier.pinHash }),
    );
    return { session: sessionView({ ...session, cashierId, cashierName: cashier.name }) };
  });
}

type NewSession = { deviceId: string; cashierId: string; pinHash: string };

/** Refuses: unauthorized, if the PIN was changed or the cashier deactivated meanwhile. */
async function openTillSession(
  tx: Tx,
  { merchantId, requestId }: Ctx,
  { deviceId, cashierId, pinHash }: NewSession,
) {
  // Locks the device, so that two people who sign in at the same time don't both stay.
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.merchantId, merchantId), eq(devices.id, deviceId)))
    .for("no key update");
  const [unchanged] = await tx
    .select({ id: cashiers.id })
    .from(cashiers)
    .where(
      and(
        eq(cashiers.merchantId, merchantId),
        eq(cashiers.id, cashierId),
        eq(cashiers.pinHash, pinHash),
        isNull(cashiers.deactivatedAt),
      ),
    )
    .for("share");
  if (!unchanged) throw new Refusal("unauthorized", WRONG_PIN);
  await endSessionsAt(tx, merchantId, deviceId);
  const id = newId();
  const rows = await tx
    .insert(tillSessions)
    .values({ merchantId, id, deviceId, cashierId, expiresAt: LOCKS_AT })
    .returning({ sessionId: tillSessions.id, locksAt: tillSessions.expiresAt });
  const author = { merchantId, actor: `cashier:${cashierId}`, requestId };
  await audit(tx, author, { action: "till.opened", subjectId: deviceId });
  return onlyRow(rows);
}
