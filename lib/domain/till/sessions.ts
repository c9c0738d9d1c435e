import { and, asc, eq, isNull, sql } from "drizzle-orm";
import {
  type AmountLimits,
  type CashierAtTill,
  type Ctx,
  cashierOf,
  type PairedDevice,
} from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { cashiers, devices, tillSessions } from "@/lib/db/schema/till";
import { amountLimitsOf } from "@/lib/domain/api-keys/amount-limits";
import { BRAND_COLUMNS } from "@/lib/domain/stores/brand";

/** A till that isn't used for this long locks itself. */
const LOCKS_AFTER_MINUTES = 10;
/** Even a till in use asks for the PIN again after a day's work. */
const MAX_HOURS = 12;

/** When a till that is used now locks itself. */
export const LOCKS_AT = sql`now() + make_interval(mins => ${LOCKS_AFTER_MINUTES})`;

const CASHIER_LIMITS = {
  maxMovementInCents: cashiers.maxMovementInCents,
  maxMovementOutCents: cashiers.maxMovementOutCents,
  maxDayInCents: cashiers.maxDayInCents,
  maxDayOutCents: cashiers.maxDayOutCents,
};

const findTill = (merchantId: string, keyId: string) =>
  db()
    .select({
      device: {
        id: devices.id,
        name: devices.name,
        keyId: devices.keyId,
        pairedAt: devices.pairedAt,
      },
      sessionId: tillSessions.id,
      cashier: { id: cashiers.id, name: cashiers.name, ...CASHIER_LIMITS },
      locksAt: tillSessions.expiresAt,
      isRenewalDue: sql<boolean>`${tillSessions.lastSeenAt} < now() - interval '30 seconds'`,
    })
    .from(devices)
    .leftJoin(
      tillSessions,
      and(
        eq(tillSessions.merchantId, devices.merchantId),
        eq(tillSessions.deviceId, devices.id),
        isNull(tillSessions.endedAt),
        sql`${tillSessions.expiresAt} > now()`,
      ),
    )
    .leftJoin(
      cashiers,
      and(
        eq(cashiers.merchantId, tillSessions.merchantId),
        eq(cashiers.id, tillSessions.cashierId),
        isNull(cashiers.deactivatedAt),
      ),
    )
    .where(and(eq(devices.merchantId, merchantId), eq(devices.keyId, keyId)));

type Claim = { merchantId: string; keyId: string; sessionId: string | null; renews: boolean };

/**
 * The device whose key this is, and the cashier at it, if this is their session and it is still open; null if no
 * browser is paired by this key. `renews`: this use postpones the lock.
 */
export async function checkTill(
  { merchantId, keyId, sessionId, renews }: Claim,
  deviceLimits: AmountLimits | null = null,
): Promise<{ device: PairedDevice; cashier: CashierAtTill | null } | null> {
  const [found] = await findTill(merchantId, keyId);
  if (!found) return null;
  const { device, cashier: person, locksAt, isRenewalDue } = found;
  if (sessionId === null || found.sessionId !== sessionId || !person || !locksAt) {
    return { device, cashier: null };
  }
  if (renews && isRenewalDue) await renew(merchantId, sessionId);
  const { id: cashierId, name: cashierName } = person;
  const limits = { deviceLimits, cashierLimits: amountLimitsOf(person) };
  return {
    device,
    cashier: { sessionId, deviceId: device.id, cashierId, cashierName, locksAt, ...limits },
  };
}

const renew = (merchantId: string, id: string) =>
  db()
    .update(tillSessions)
    .set({ lastSeenAt: sql`now()`, expiresAt: sql`least(${LOCKS_AT}, latest.at)` })
    .from(sql`(select created_at + make_interval(hours => ${MAX_HOURS}) as at from till_sessions
      where merchant_id = ${merchantId} and id = ${id} offset 0) latest`)
    .where(
      and(
        eq(tillSessions.merchantId, merchantId),
        eq(tillSessions.id, id),
        isNull(tillSessions.endedAt),
      ),
    );

/** The device of a request. Refuses: unauthorized. */
export function requireDevice({ principal }: Ctx): PairedDevice {
  if (principal.kind !== "till") throw new Refusal("unauthorized");
  return principal.device;
}

/** The cashier at the till of a request. Refuses: unauthorized. */
export function requireCashier(ctx: Ctx): CashierAtTill {
  const cashier = cashierOf(ctx);
  if (!cashier) throw new Refusal("unauthorized");
  return cashier;
}

/**
 * What a paired browser shows before anything else: its store, who can sign in, and the session that the request
 * named. The session's id alone unlocks the till, so only the browser that opened it knows it.
 */
export async function readDevice(ctx: Ctx) {
  const { merchantId } = ctx;
  const cashier = cashierOf(ctx);
  const { id, name } = requireDevice(ctx);
  const [stores, people] = await Promise.all([
    db()
      .select({
        id: merchants.id,
        ...BRAND_COLUMNS,
        currency: merchants.currency,
        timeZone: merchants.timeZone,
        scanPrefix: merchants.scanPrefix,
        usualAmountCents: merchants.usualAmountCents,
        isTest: sql<boolean>`${merchants.liveMerchantId} is not null`,
      })
      .from(merchants)
      .where(eq(merchants.id, merchantId)),
    db()
      .select({ id: cashiers.id, name: cashiers.name })
      .from(cashiers)
      .where(and(eq(cashiers.merchantId, merchantId), isNull(cashiers.deactivatedAt)))
      .orderBy(asc(cashiers.name)),
  ]);
  return {
    device: { id, name },
    store: onlyRow(stores),
    cashiers: people,
    session: cashier && sessionView(cashier),
  };
}

type OpenSession = Pick<CashierAtTill, "sessionId" | "cashierId" | "cashierName" | "locksAt">;

/** A session as a till shows it. */
export const sessionView = ({ sessionId, cashierId, cashierName, locksAt }: OpenSession) => ({
  id: sessionId,
  cashier: { id: cashierId, name: cashierName },
  locksAt,
});

/** Ends the open session at a device, if there is one. */
export const endSessionsAt = (tx: Tx, merchantId: string, deviceId: string) =>
  tx
    .update(tillSessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(tillSessions.merchantId, merchantId),
        eq(tillSessions.deviceId, deviceId),
        isNull(tillSessions.endedAt),
      ),
    );

/** Locks the till, for any cashier. */
export async function lockTill(ctx: Ctx): Promise<object> {
  const { id } = requireDevice(ctx);
  await db().transaction((tx) => endSessionsAt(tx, ctx.merchantId, id));
  return {};
}
