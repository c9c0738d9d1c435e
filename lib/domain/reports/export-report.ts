import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { audit, authorOf } from "@/lib/domain/audit/audit";

type ReportName = "activity" | "liability" | "ageing" | "breakage" | "gifts";

/** Exports a report's rows. Writes an audit entry with `limitedTo`, its filters, once the first rows are read. */
export async function* exportReport<Row>(
  ctx: Ctx,
  report: ReportName,
  limitedTo: object,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  let isAudited = false;
  for await (const batch of batches) {
    if (!isAudited) {
      const details = { report, ...limitedTo };
      const change = { action: "report.exported", subjectId: ctx.merchantId, details } as const;
      await audit(db(), authorOf(ctx), change);
      isAudited = true;
    }
    yield batch;
  }
}

/** Rows that are read at once, as the only batch. */
export async function* oneBatch<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read();
}
