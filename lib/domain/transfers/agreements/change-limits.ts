import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { type AgreementLimits, updateSide } from "./agreement";
import { changeAgreement } from "./change";

/**
 * Changes this store's own limits, also below what is owed already.
 * Refuses: not_found, invalid_request (ended, or not accepted by this store).
 */
export const changeLimits = (ctx: Ctx, { id, ...limits }: AgreementLimits & { id: string }) =>
  changeAgreement(ctx, id, async (tx, { mine }) => {
    if (mine.status === "ended" || mine.maxTransferCents === null) {
      throw new Refusal("invalid_request", { message: "There's no agreement to change." });
    }
    const changes = changesBetween(mine, limits);
    if (Object.keys(changes).length === 0) return;
    await updateSide(tx, mine, limits);
    await audit(tx, authorOf(ctx), {
      action: "agreement.limits_changed",
      subjectId: id,
      details: { ...changes, currency: mine.currency },
    });
  });
