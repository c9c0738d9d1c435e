import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { cashiers, devices, type TILL_KINDS, tillClosings } from "@/lib/db/schema/till";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation, type Replayable } from "@/lib/ledger/post/operation";
import { requireCashier, requireDevice } from "./sessions";

type Named = { id: string; name: string };

/** The movements of one kind that a cashier made at a device. */
export type TotalsRow = {
  cashier: Named;
  device: Named;
  kind: (typeof TILL_KINDS)[number];
  currency: string;
  count: number;
  /** In minor units; a string, because a sum can exceed what a number represents. */
  amountCents: string;
  /** What these movements left to pay another way; absent from reports of earlier releases. */
  restCents?: string;
};

/** What a redemption left to pay another way, and what a reversed one did. Null for other movements `m`. */
const REST_CENTS = sql`case m.kind
  when 'redeemed' then m.requested_cents - m.amount_cents
  when 'redemption_reversed' then (select r.requested_cents - r.amount_cents
    from transactions t join till_movements r
      on r.merchant_id = t.merchant_id and r.transaction_id = t.original_transaction_id
    where t.merchant_id = m.merchant_id and t.id = m.transaction_id) end`;

/** Sums movements at tills by cashier, device, kind and currency. `which` selects rows of `till_movements m`. */
async function sumMovements(from: Db | Tx, merchantId: string, which: SQL): Promise<TotalsRow[]> {
  const rows = await from.execute<TotalsRow>(sql`
    select jsonb_build_object('id', p.id, 'name', p.name) as cashier,
      jsonb_build_object('id', d.id, 'name', d.name) as device, m.kind, m.currency,
      count(*)::int as count, sum(m.amount_cents)::text as "amountCents",
      coalesce(sum(${REST_CENTS}), 0)::text as "restCents"
    from till_movements m
      join cashiers p on p.merchant_id = m.merchant_id and p.id = m.cashier_id
      join devices d on d.merchant_id = m.merchant_id and d.id = m.device_id
    where m.merchant_id = ${merchantId} and ${which}
    group by p.id, p.name, d.id, d.name, m.kind, m.currency
    order by p.name, p.id, d.name, d.id, m.currency, m.kind`);
  return [...rows];
}

/** A day's totals of all tills, in the store's time zone. */
export const totalsOfDay = ({ merchantId }: Ctx, { day }: { day: string }): Promise<TotalsRow[]> =>
  sumMovements(db(), merchantId, sql`m.day = ${day}::date`);

const ofClosing = (deviceId: string, number: number): SQL =>
  sql`m.device_id = ${deviceId} and m.closing = ${number}`;

/** What was done at the device since its last closing, and the number that the next one gets. */
export async function readOpenTotals(ctx: Ctx) {
  const { merchantId } = ctx;
  const { id } = requireDevice(ctx);
  const rows = await db()
    .select({
      number: devices.nextClosing,
      since: sql<Date | null>`(select closed_at from till_closings
        where merchant_id = ${merchantId} and device_id = ${id} order by number desc limit 1)`,
    })
    .from(devices)
    .where(and(eq(devices.merchantId, merchantId), eq(devices.id, id)));
  const { number, since } = onlyRow(rows);
  return { number, since, totals: await sumMovements(db(), merchantId, ofClosing(id, number)) };
}

const CLOSING_COLUMNS = {
  /** Of the device. */
  id: devices.id,
  number: tillClosings.number,
  device: { id: devices.id, name: devices.name },
  cashier: { id: cashiers.id, name: cashiers.name },
  closedAt: tillClosings.closedAt,
  /** To the microsecond. */
  closedAtText: sql<string>`${tillClosings.closedAt}::text`,
  totals: sql<TotalsRow[]>`${tillClosings.totals}`,
};

/** A closing report as it was printed. */
export type TillClosing = Replayable<{
  number: number;
  device: Named;
  cashier: Named;
  closedAt: Date;
  totals: TotalsRow[];
}>;

const selectClosings = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select(CLOSING_COLUMNS)
    .from(tillClosings)
    .innerJoin(
      devices,
      and(eq(devices.merchantId, tillClosings.merchantId), eq(devices.id, tillClosings.deviceId)),
    )
    .innerJoin(
      cashiers,
      and(
        eq(cashiers.merchantId, tillClosings.merchantId),
        eq(cashiers.id, tillClosings.cashierId),
      ),
    )
    .where(and(eq(tillClosings.merchantId, merchantId), which));

const MAX_LISTED = 10;

/** The newest closings of the device. */
export const listOwnClosings = (ctx: Ctx): Promise<TillClosing[]> =>
  selectClosings(db(), ctx.merchantId, eq(tillClosings.deviceId, requireDevice(ctx).id))
    .orderBy(desc(tillClosings.number))
    .limit(MAX_LISTED);

/** A page of the closings of all devices, newest first. Refuses: invalid_request (the cursor). */
export const listClosings = (
  { merchantId }: Ctx,
  request: Pick<PageRequest, "limit" | "cursor">,
): Promise<Page<TillClosing & { id: string }>> =>
  pageOf(
    { ...request, offset: 0 },
    { list: "till-closings", merchantId },
    (deviceId, limit, _offset, closedAt) => {
      // A device closes once at a time.
      const isAfter = sql`(${tillClosings.closedAt}, ${tillClosings.deviceId})
        < (${closedAt}::timestamptz, ${deviceId}::uuid)`;
      return selectClosings(db(), merchantId, deviceId === null ? undefined : isAfter)
        .orderBy(desc(tillClosings.closedAt), desc(tillClosings.deviceId))
        .limit(limit);
    },
    () => db().$count(tillClosings, eq(tillClosings.merchantId, merchantId)),
    ({ closedAtText }) => closedAtText,
  );

/**
 * Closes the device's day: its movements since the last closing become a numbered report. Movements under way are
 * in it, or in the next one. A number that was already closed returns that report.
 * Refuses: invalid_request (a number that isn't next).
 */
export const closeTill = (ctx: Ctx, { number }: { number: number }) =>
  operation(ctx, async (tx): Promise<{ closing: TillClosing }> => {
    const { merchantId } = ctx;
    const { deviceId, cashierId } = requireCashier(ctx);
    const isDevice = and(eq(devices.merchantId, merchantId), eq(devices.id, deviceId));
    // Waits for the movements under way, which lock the device for sharing (lib/ledger/post/till.sql).
    const [device] = await tx
      .select({ nextClosing: devices.nextClosing })
      .from(devices)
      .where(isDevice)
      .for("update");
    const next = found(device).nextClosing;
    if (number > next) throw invalidField("number", `must be at most ${next}`);
    if (number === next) {
      const totals = await sumMovements(tx, merchantId, ofClosing(deviceId, number));
      await tx.insert(tillClosings).values({ merchantId, deviceId, number, cashierId, totals });
      await tx
        .update(devices)
        .set({ nextClosing: next + 1 })
        .where(isDevice);
      const closed = { action: "till.closed", subjectId: deviceId, details: { number } } as const;
      await audit(tx, authorOf(ctx), closed);
    }
    const isThis = and(eq(tillClosings.deviceId, deviceId), eq(tillClosings.number, number));
    return { closing: onlyRow(await selectClosings(tx, merchantId, isThis)) };
  });
