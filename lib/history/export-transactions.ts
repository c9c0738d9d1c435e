import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { settingsOf } from "../merchants/store/read";
import type { Looked } from "../page";
import { type Movement, type MovementRow, withNames } from "./movements";
import { look, SEARCH_MS } from "./search-transactions";
import type { TransactionFilters } from "./transaction-filters";

const BATCH_ROWS = 1_000;

/** A movement, and the zone in which the file tells its time. */
export type ExportedMovement = Movement & { timeZone: string };

/**
 * Everything that matches, newest first, a batch at a time, for a file that leaves the store: who
 * took it with which filters is in the audit log.
 */
export async function* exportTransactions(
  ctx: Ctx,
  filters: TransactionFilters,
): AsyncGenerator<ExportedMovement[]> {
  const { merchantId } = ctx;
  const { timeZone } = await settingsOf(db(), merchantId);
  await audit(db(), authorOf(ctx), {
    action: "transactions.exported",
    subjectId: merchantId,
    details: { filters },
  });
  let after: string | null = null;
  do {
    const untilMs = Date.now() + SEARCH_MS;
    const found: Looked<MovementRow> = await look(merchantId, filters, after, BATCH_ROWS, untilMs);
    const movements = await withNames(merchantId, found.rows);
    yield movements.map((movement) => ({ ...movement, timeZone }));
    const last = found.rows.length === BATCH_ROWS ? found.rows.at(-1)?.id : undefined;
    after = last ?? found.stoppedAt;
  } while (after !== null);
}
