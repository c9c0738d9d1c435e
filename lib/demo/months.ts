import { closeMonth, listClosings } from "@/lib/domain/reports/close-month";
import { HISTORY_DAYS, whileOpen } from "./plan";
import type { DemoStore } from "./store";
import { at } from "./timeline";

/** More than there are in the history. */
const MAX_MONTHS = HISTORY_DAYS / 28;

/** Closes the store's months but the last two, each on the first day of the month that makes it the third to last. */
export async function closeOldMonths(store: DemoStore, nowMs: number): Promise<void> {
  for (let closed = 0; closed < MAX_MONTHS; closed++) {
    const { next } = await listClosings(store.asOwner());
    if (!next?.isReady) return;
    const [year = 0, month = 0] = next.month.split("-").map(Number);
    const dueMs = whileOpen(Date.UTC(year, month + 1, 1), 0);
    if (dueMs > nowMs) return;
    await at(dueMs, () => closeMonth(store.asOwner(), { month: next.month }));
  }
}
