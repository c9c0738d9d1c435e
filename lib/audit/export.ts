import { eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { batchesOf } from "../page";
import { audit, authorOf } from "./audit";
import { type AuditEntry, type AuditFilters, selectEntries, withActors } from "./list";

/** An entry, and the zone in which the file tells its time. */
export type ExportedEntry = AuditEntry & { timeZone: string };

/** Everything that matches, newest first, for a file that leaves the store; that it did is told too. */
export async function* exportEntries(
  ctx: Ctx,
  filters: AuditFilters,
): AsyncGenerator<ExportedEntry[]> {
  const { merchantId } = ctx;
  const timeZone = await timeZoneOf(merchantId);
  await audit(db(), authorOf(ctx), {
    action: "audit.exported",
    subjectId: merchantId,
    details: { filters },
  });
  const read = (after: string | null, limit: number) =>
    selectEntries(merchantId, filters, after, limit);
  for await (const rows of batchesOf(read)) {
    const entries = await withActors(merchantId, rows);
    yield entries.map((entry) => ({ ...entry, timeZone }));
  }
}

async function timeZoneOf(merchantId: string): Promise<string> {
  const [store] = await db()
    .select({ timeZone: merchants.timeZone })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  if (!store) throw new Error("the store is not there");
  return store.timeZone;
}
