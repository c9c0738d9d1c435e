import type { Ctx } from "@/lib/base/context";
import { type ActivityRequest, type RangeTotals, readActivity } from "./activity";
import { noChanges } from "./roll-forward";

/** A range's figures as they are exported; the change between two ranges has no days. */
export type ActivityLine = Omit<RangeTotals, "from" | "to"> & {
  name: "range" | "before" | "change";
  from: string | null;
  to: string | null;
  currency: string;
};

/** The figures of a range, and with a comparison those of the other range and what changed. */
export async function activityLines(ctx: Ctx, request: ActivityRequest): Promise<ActivityLine[]> {
  const { currency } = request;
  const { before, step: _step, points: _points, ...range } = await readActivity(ctx, request);
  const line = { name: "range" as const, currency, ...range };
  if (!before) return [line];
  return [line, { name: "before", currency, ...before }, changeLine(currency, range, before)];
}

function changeLine(currency: string, now: RangeTotals, before: RangeTotals): ActivityLine {
  const changes = noChanges();
  for (const kind of Object.keys(changes) as (keyof typeof changes)[]) {
    changes[kind] = now.changes[kind] - before.changes[kind];
  }
  return {
    name: "change",
    currency,
    from: null,
    to: null,
    changes,
    openingCents: now.openingCents - before.openingCents,
    closingCents: now.closingCents - before.closingCents,
  };
}
