import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { cashiers, tillSessions } from "@/lib/db/schema/till";
import { amountLimitColumns, type PartialAmountLimits } from "@/lib/domain/api-keys/amount-limits";
import { setRestrictions } from "@/lib/domain/api-keys/create";
import { withCreators } from "@/lib/domain/audit/actors";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { lockStore } from "@/lib/domain/stores/find";
import { operation, type Replayable, storedResponse } from "@/lib/ledger/post/operation";
import { hashPin, refuseGuessablePin } from "./pin";

/** Maximum number of active cashiers per store. */
export const MAX_CASHIERS = 200;
const MAX_LISTED = 1_000;

const selectCashiers = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select({
      id: cashiers.id,
      name: cashiers.name,
      maxMovementInCents: cashiers.maxMovementInCents,
      maxMovementOutCents: cashiers.maxMovementOutCents,
      maxDayInCents: cashiers.maxDayInCents,
      maxDayOutCents: cashiers.maxDayOutCents,
      createdAt: cashiers.createdAt,
      createdBy: cashiers.createdBy,
      /** When they were last at a till; null before the first time. */
      // Names that say their table: Drizzle's columns don't, in a query of one table.
      lastSeenAt: sql<Date | null>`(select max(s.last_seen_at) from ${tillSessions} s
        where s.merchant_id = cashiers.merchant_id and s.cashier_id = cashiers.id)`.mapWith(
        tillSessions.lastSeenAt,
      ),
      deactivatedAt: cashiers.deactivatedAt,
    })
    .from(cashiers)
    .where(and(eq(cashiers.merchantId, merchantId), which));

/** A cashier without their PIN. `createdBy` is the user's name. */
export type Cashier = Replayable<Awaited<ReturnType<typeof selectCashiers>>[number]>;

async function findCashier(from: Db | Tx, merchantId: string, id: string): Promise<Cashier> {
  const rows = await selectCashiers(from, merchantId, eq(cashiers.id, id));
  const [cashier] = await withCreators(from, rows);
  return found(cashier);
}

/** The store's cashiers: active ones by name, then deactivated ones, the newest first. */
export async function listCashiers({ merchantId }: Ctx): Promise<Cashier[]> {
  const rows = await selectCashiers(db(), merchantId)
    .orderBy(
      sql`${cashiers.deactivatedAt} is not null`,
      desc(cashiers.deactivatedAt),
      asc(sql`lower(${cashiers.name})`),
    )
    .limit(MAX_LISTED);
  return await withCreators(db(), rows);
}

/**
 * Adds a cashier, for an owner or a manager. Amounts are in minor units of each currency.
 * Refuses: invalid_request (a PIN that is easy to guess, the name of another active cashier, too many cashiers),
 * unavailable.
 */
export async function createCashier(
  ctx: Ctx,
  { name, pin, ...limits }: { name: string; pin: string } & PartialAmountLimits,
): Promise<{ cashier: Cashier }> {
  requireScope(ctx, "store:manage");
  refuseGuessablePin(pin);
  const { merchantId } = ctx;
  const stored = await storedResponse<{ cashier: Cashier }>(ctx);
  if (stored) return stored;
  const pinHash = await hashPin(pin);
  return await operation(ctx, async (tx): Promise<{ cashier: Cashier }> => {
    // Lock the store, so that two requests can't both take a name, or add the last allowed cashier.
    await lockStore(tx, merchantId);
    await refuseTakenName(tx, merchantId, name);
    const isActive = and(eq(cashiers.merchantId, merchantId), isNull(cashiers.deactivatedAt));
    if ((await tx.$count(cashiers, isActive)) >= MAX_CASHIERS) {
      const message = `a store can have at most ${MAX_CASHIERS} active cashiers; deactivate one who left`;
      throw invalidField("body", message);
    }
    const id = newId();
    const columns = amountLimitColumns(limits);
    await tx
      .insert(cashiers)
      .values({ merchantId, id, name, pinHash, ...columns, createdBy: ctx.principal.actor });
    const details = { name, ...setRestrictions(columns) };
    await audit(tx, authorOf(ctx), { action: "cashier.created", subjectId: id, details });
    return { cashier: await findCashier(tx, merchantId, id) };
  });
}

/** Refuses: invalid_request (name), the name of another active cashier in any case. */
async function refuseTakenName(tx: Tx, merchantId: string, name: string, id?: string) {
  const isTaken = and(
    eq(cashiers.merchantId, merchantId),
    isNull(cashiers.deactivatedAt),
    eq(sql`lower(${cashiers.name})`, sql`lower(${name})`),
    id === undefined ? undefined : ne(cashiers.id, id),
  );
  if ((await tx.$count(cashiers, isTaken)) > 0) {
    throw invalidField("name", "is already taken by another cashier");
  }
}

type CashierChanges = { name?: string | undefined; pin?: string | undefined } & PartialAmountLimits;

/**
 * Changes a cashier's name, PIN or limits. With a new PIN, the tills where they are lock.
 * Refuses: not_found, invalid_request (the cashier was deactivated), and what createCashier() does.
 */
export async function changeCashier(
  ctx: Ctx,
  { cashierId, pin, ...changes }: CashierChanges & { cashierId: string },
): Promise<{ cashier: Cashier }> {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  await findCashier(db(), merchantId, cashierId);
  if (pin !== undefined) refuseGuessablePin(pin);
  const pinHash = pin === undefined ? undefined : await hashPin(pin);
  return await db().transaction(async (tx) => {
    await lockStore(tx, merchantId);
    const before = await findCashier(tx, merchantId, cashierId);
    if (before.deactivatedAt) throw invalidField("cashier", "was deactivated; add them again");
    const details = changesBetween(before, changes);
    if (changes.name && details.name) {
      await refuseTakenName(tx, merchantId, changes.name, cashierId);
    }
    if (Object.keys(details).length > 0) {
      await tx.update(cashiers).set(changes).where(isCashier(ctx, cashierId));
      const change = { action: "cashier.changed", subjectId: cashierId, details } as const;
      await audit(tx, authorOf(ctx), change);
    }
    if (pinHash !== undefined) {
      await tx.update(cashiers).set({ pinHash }).where(isCashier(ctx, cashierId));
      await endSessionsOf(tx, merchantId, cashierId);
      await audit(tx, authorOf(ctx), { action: "cashier.pin_changed", subjectId: cashierId });
    }
    return { cashier: await findCashier(tx, merchantId, cashierId) };
  });
}

/** Ends the cashier's open sessions, so that the tills where they are lock. */
const endSessionsOf = (tx: Tx, merchantId: string, cashierId: string) =>
  tx
    .update(tillSessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(tillSessions.merchantId, merchantId),
        eq(tillSessions.cashierId, cashierId),
        isNull(tillSessions.endedAt),
      ),
    );

const isCashier = ({ merchantId }: Ctx, id: string) =>
  and(eq(cashiers.merchantId, merchantId), eq(cashiers.id, id));

/**
 * Deactivates a cashier permanently: their PIN stops working, and the tills where they are lock. Their name stays
 * in the history. A cashier who is already deactivated stays unchanged. Refuses: not_found.
 */
export const deactivateCashier = (
  ctx: Ctx,
  { cashierId }: { cashierId: string },
): Promise<{ cashier: Cashier }> =>
  operation(requireScope(ctx, "store:manage"), async (tx): Promise<{ cashier: Cashier }> => {
    const { merchantId } = ctx;
    const [deactivated] = await tx
      .update(cashiers)
      .set({ deactivatedAt: sql`now()` })
      .where(and(isCashier(ctx, cashierId), isNull(cashiers.deactivatedAt)))
      .returning({ id: cashiers.id });
    if (deactivated) {
      await endSessionsOf(tx, merchantId, cashierId);
      await audit(tx, authorOf(ctx), { action: "cashier.deactivated", subjectId: cashierId });
    }
    return { cashier: await findCashier(tx, merchantId, cashierId) };
  });
