import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import type { Tx } from "../../db/client";
import { merchants } from "../../db/schema/merchants";
import { invalid } from "../../errors";
import { operation } from "../../ledger/operation";
import { audit, authorOf } from "../audit";
import { changesBetween } from "../changes";
import { type StoreSettings, settingsOf } from "./read";

export type StoreChange = {
  name?: string | undefined;
  currency?: string | undefined;
  timeZone?: string | undefined;
  /** 1 to 1200; null is never-expiring. */
  validityMonths?: number | null | undefined;
  transfersEnabled?: boolean | undefined;
};

/**
 * Changes the settings that are given. What cards already hold stays: their currency, their expiry
 * until the next load. In another zone the days of totals and reports are closed anew by the next
 * housekeeping; until then they are told in the old one, and every total is exact throughout.
 * Refuses: invalid_request (a zone that Postgres does not know).
 */
export const updateStore = (ctx: Ctx, change: StoreChange): Promise<StoreSettings> =>
  operation(ctx, async (tx): Promise<StoreSettings> => {
    const { merchantId } = ctx;
    const before = await settingsOf(tx, merchantId, true);
    const wanted = { ...change, ...(await zoneOf(tx, change)) };
    const details = changesBetween(before, wanted);
    if (Object.keys(details).length === 0) return before;
    await tx
      .update(merchants)
      .set({
        ...wanted,
        // The days that are closed stay the old zone's until they are closed anew.
        closedZone: sql`case when ${merchants.rolledUpUntil} is not null
          then coalesce(${merchants.closedZone}, ${merchants.timeZone}) end`,
      })
      .where(eq(merchants.id, merchantId));
    await audit(tx, authorOf(ctx), { action: "store.updated", subjectId: merchantId, details });
    return await settingsOf(tx, merchantId);
  });

/** The zone as Postgres spells it: every movement of money asks it for the store's date. */
async function zoneOf(tx: Tx, { timeZone }: StoreChange): Promise<{ timeZone?: string }> {
  if (timeZone === undefined) return {};
  const [known] = await tx.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${timeZone})`,
  );
  if (!known) throw invalid("timeZone", "is not a time zone that this server knows");
  return { timeZone: known.name };
}
