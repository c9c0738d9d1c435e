import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { SUPPRESSION_REASONS } from "@/lib/db/schema/mail-suppressions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { admitStoreMail, refuseSuppressed } from "@/lib/domain/mail/store-mail";
import { lockedOperation } from "@/lib/ledger/post/operation";
import { emailCard } from "./claim";
import { lockingCard } from "./find";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

const CANT_RECEIVE =
  "gets no email from this store: the customer unsubscribed, or an earlier email bounced or was reported as spam";

/**
 * Emails an active card to its customer again, with a new link. Earlier links keep working until they are used or
 * expire: they went to the same mailbox, and people open whichever email they find.
 * Refuses: not_found, card_not_active (with `status`), invalid_request (a card without a customer, an address that
 * gets no email from this store), store_not_confirmed, rate_limited (by card and by emails).
 */
export async function resendEmail(ctx: Ctx, { cardId }: { cardId: string }) {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  await takeAttempt("card-email", JSON.stringify([merchantId, cardId]));
  return await lockedOperation(
    ctx,
    lockingCard(ctx, cardId),
    async (tx, locked): Promise<{ email: string }> => {
      const card = found(locked);
      refuseStatus(card, REFUSED_STATUSES.email);
      const { ownerEmail: email } = card;
      if (!email) {
        const message = "Assign the card to a customer before you email it.";
        throw new Refusal("invalid_request", { message });
      }
      const mail = { merchantId, to: email };
      await refuseSuppressed(tx, mail, "email", SUPPRESSION_REASONS, CANT_RECEIVE);
      await admitStoreMail(tx, mail);
      // No refusals past this line.
      await emailCard(tx, card, email);
      const details = { email };
      await audit(tx, authorOf(ctx), { action: "card.email_resent", subjectId: cardId, details });
      return { email };
    },
  );
}
