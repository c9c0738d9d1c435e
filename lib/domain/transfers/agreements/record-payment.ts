import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { mapByBucket } from "@/lib/db/client/in-buckets";
import { transferPayments } from "@/lib/db/schema/transfers";
import { type AgreementSide, updateSide } from "./agreement";
import { auditAtBoth, changeAgreement } from "./change";

/** A payment by the other store, in minor units of this side's currency. */
type Payment = { id: string; amountCents: number; note?: string | undefined };

/**
 * Records that the other store paid part of what it owes this one. Only the store that is owed can do so.
 * What the other store owes in its own currency falls by the same share, rounded in favor of the store that is owed.
 * Refuses: not_found, invalid_request (more than is owed).
 */
export const recordPayment = (ctx: Ctx, { id, amountCents, note }: Payment) =>
  changeAgreement(ctx, id, async (tx, sides) => {
    const { mine, theirs } = sides;
    if (amountCents > mine.owedToUsCents) {
      throw invalidField("amountCents", "must not be more than the other store owes you");
    }
    const owedToUsCents = mine.owedToUsCents - amountCents;
    const before = BigInt(mine.owedToUsCents);
    const share = BigInt(theirs.owedByUsCents) * BigInt(owedToUsCents);
    const owedByUsCents = Number((share + before - 1n) / before);
    await updateSide(tx, mine, { owedToUsCents });
    await updateSide(tx, theirs, { owedByUsCents });
    const paymentId = newId();
    const rows: (typeof transferPayments.$inferInsert)[] = [
      { ...sidesOf(mine), id: paymentId, direction: "in", paidCents: amountCents },
      {
        ...sidesOf(theirs),
        id: paymentId,
        direction: "out",
        paidCents: theirs.owedByUsCents - owedByUsCents,
      },
    ];
    await mapByBucket(tx, rows, (sides, on) => on.insert(transferPayments).values(sides));
    await auditAtBoth(tx, ctx, sides, {
      action: "agreement.settled",
      details: { amountCents, currency: mine.currency },
      ...(note && { ownDetails: { note } }),
    });
  });

const sidesOf = ({ merchantId, otherMerchantId }: AgreementSide) => ({
  merchantId,
  otherMerchantId,
});
