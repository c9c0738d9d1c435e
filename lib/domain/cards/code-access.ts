import type { Ctx, Principal } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { audit, authorOf } from "@/lib/domain/audit/audit";

/**
 * Whether responses show this caller the codes of cards. An API key needs codes:read. A team member sees
 * masked codes and reveals each one, which is audited.
 */
export const seesCodes = ({ kind, scopes }: Principal): boolean =>
  kind === "key" && scopes.includes("codes:read");

/** Records that a list showed the codes of `count` cards, in one audit row. */
export async function auditListedCodes(ctx: Ctx, count: number): Promise<void> {
  if (count === 0 || !seesCodes(ctx.principal)) return;
  const { merchantId } = ctx;
  const details = { cards: count };
  await audit(db(), authorOf(ctx), {
    action: "cards.codes_listed",
    subjectId: merchantId,
    details,
  });
}
