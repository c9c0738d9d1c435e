import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { type AgreementLimits, updateSide } from "./agreement";
import { auditAtBoth, changeAgreement } from "./change";

/**
 * Accepts another store's proposal and sets this store's limits. Transfers are possible from now on.
 * Refuses: not_found, invalid_request (no proposal of the other store).
 */
export const acceptAgreement = (ctx: Ctx, { id, ...limits }: AgreementLimits & { id: string }) =>
  changeAgreement(ctx, id, async (tx, sides) => {
    const { mine, theirs } = sides;
    if (mine.status !== "proposed" || mine.proposedByMe) {
      throw new Refusal("invalid_request", { message: "There's no proposal to accept." });
    }
    const accepted = { status: "active", acceptedAt: sql`now()` } as const;
    await updateSide(tx, mine, { ...accepted, ...limits });
    await updateSide(tx, theirs, accepted);
    const ownDetails = { ...limits, currency: mine.currency };
    await auditAtBoth(tx, ctx, sides, { action: "agreement.accepted", ownDetails });
  });
