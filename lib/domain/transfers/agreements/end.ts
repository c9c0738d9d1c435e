import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { updateSide } from "./agreement";
import { auditAtBoth, changeAgreement } from "./change";

/**
 * Ends an agreement, declines a proposal or withdraws it, at once. What is owed stays and can still be
 * settled. Changes nothing if it has ended already. Refuses: not_found.
 */
export const endAgreement = (ctx: Ctx, { id }: { id: string }) =>
  changeAgreement(ctx, id, async (tx, sides) => {
    if (sides.mine.status === "ended") return;
    const ended = { status: "ended", endedAt: sql`now()` } as const;
    await updateSide(tx, sides.mine, ended);
    await updateSide(tx, sides.theirs, ended);
    await auditAtBoth(tx, ctx, sides, { action: "agreement.ended" });
  });
