import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { firstIdAt } from "@/lib/base/ids";
import { batchesOf, type PageRequest, searchPageOf } from "@/lib/base/page";
import { type Db, db, onlyRow } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { auditLog } from "@/lib/db/schema/audit-log";
import { merchants } from "@/lib/db/schema/merchants";
import { namesOf } from "./actors";
import { audit, authorOf } from "./audit";
import { type Subject, subjectsOf } from "./subjects";

export type AuditFilters = {
  /** The actor: `user:<id>`, `key:<id>` or `operator`. */
  actor?: string | undefined;
  action?: string | undefined;
  subjectId?: string | undefined;
  /** Start of the period, inclusive. */
  from?: Date | undefined;
  /** End of the period, exclusive. */
  to?: Date | undefined;
};

type Row = typeof auditLog.$inferSelect;
export type AuditEntry = Row & { actorName: string | null; subject: Subject | null };

/** A merchant's matching entries after the id `after`, newest first. Each filter has its own index. */
export const selectEntries = (
  conn: Db,
  merchantId: string,
  { actor, action, subjectId, from, to }: AuditFilters,
  after: string | null,
  limit: number,
) =>
  conn
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.merchantId, merchantId),
        actor === undefined ? undefined : eq(auditLog.actor, actor),
        action === undefined ? undefined : eq(auditLog.action, action),
        subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
        // The id is created just before its row; to the millisecond, their times are the same.
        from && gte(auditLog.id, firstIdAt(from.getTime())),
        to && lt(auditLog.id, firstIdAt(to.getTime())),
        after === null ? undefined : lt(auditLog.id, after),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);

/** Adds the names of the actors and subjects to entries. */
async function withNames(from: Db, merchantId: string, rows: Row[]): Promise<AuditEntry[]> {
  const [names, subjects] = await Promise.all([
    namesOf(merchantId, rows, from),
    subjectsOf(from, merchantId, rows),
  ]);
  return rows.map((row) => ({
    ...row,
    actorName: names.get(row.actor) ?? null,
    subject: subjects.get(row.subjectId ?? "") ?? null,
  }));
}

/** A page of the store's audit log, newest first. Refuses: invalid_request (the cursor). */
export function listEntries(
  { merchantId }: Ctx,
  { limit, cursor, ...filters }: Pick<PageRequest, "limit" | "cursor"> & AuditFilters,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  return readFromReplica(async (from) => {
    const { items, nextCursor } = await searchPageOf(
      { limit, cursor },
      { list: "audit", merchantId, ...filters },
      (after, rows) => selectEntries(from, merchantId, filters, after, rows),
    );
    return { items: await withNames(from, merchantId, items), nextCursor };
  });
}

/** An entry, with the time zone of the exported file. */
export type ExportedEntry = AuditEntry & { timeZone: string };

/** All matching entries in batches, newest first, for an export. The export is audited. */
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
  yield* batchesOf((after, limit) =>
    readFromReplica(async (from) => {
      const rows = await selectEntries(from, merchantId, filters, after, limit);
      const entries = await withNames(from, merchantId, rows);
      return entries.map((entry) => ({ ...entry, timeZone }));
    }),
  );
}

async function timeZoneOf(merchantId: string): Promise<string> {
  const rows = await db()
    .select({ timeZone: merchants.timeZone })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return onlyRow(rows).timeZone;
}
