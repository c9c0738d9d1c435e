import { EVENTS } from "../cards/events";
import { REFUSED_STATUSES } from "../cards/status";
import type { Ctx } from "../context";
import { pg } from "../db/client";
import { retrying, sqlState } from "../db/failures";
import { invalid } from "../errors";
import { newId } from "../ids";
import type { Moved } from "../ledger/records";
import { type Outcome, settle } from "../ledger/settle";
import { newTokenLink } from "../opaque-token";
import { sealLink } from "../outbox/sealed-link";
import { GIFT_DAYS, type Gift } from "./gift";

export type NewGift = {
  cardId: string;
  /** The consumer who sends it, and owns the card. */
  senderId: string;
  /** In minor units; all that is on the card when it is left out. */
  amountCents?: number | undefined;
  /** Normalised. */
  recipientEmail: string;
  message?: string | undefined;
  /** The day of the mail in the sender's zone (YYYY-MM-DD, at nine in the morning); at once without. */
  deliverOn?: string | undefined;
  /** The sender's, an IANA name. */
  timeZone?: string | undefined;
};

/** Of Postgres, for a zone that it does not know. */
const NO_SUCH_ZONE = "22023";

/**
 * Sends a consumer's balance, or part of it, to an address (design, Gifts): the money leaves the card
 * at once and waits in escrow, and the mail with the link in the outbox. One call of
 * lib/ledger/gifts.sql and one commit, guarded as move() is.
 * Refuses: not_found (also another consumer's card), card_not_active, card_expired,
 * insufficient_balance (with `balanceCents`), invalid_request (recipientEmail, deliverOn, timeZone).
 */
export async function sendGift(ctx: Ctx, gift: NewGift): Promise<Moved & { gift: Gift }> {
  const sql = pg();
  const { tokenHash, link } = newTokenLink("/wallet/gift");
  const kept = gift.deliverOn === undefined ? link : sealLink(gift.recipientEmail, link);
  const [row] = await retrying(
    () => sql<[{ outcome: Outcome<Moved & { gift: Gift }> }]>`select send_gift(
      p_merchant => ${ctx.merchantId}, p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null}, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_gift => ${newId()}, p_card => ${gift.cardId},
      p_sender => ${gift.senderId}, p_amount => ${gift.amountCents ?? null},
      p_recipient => ${gift.recipientEmail}, p_message => ${gift.message ?? null},
      p_deliver_on => ${gift.deliverOn ?? null}, p_time_zone => ${gift.timeZone ?? "UTC"},
      p_valid_days => ${GIFT_DAYS}, p_token_hash => ${tokenHash}, p_link => ${kept},
      p_refused_statuses => ${JSON.stringify(REFUSED_STATUSES.gift)},
      p_transaction => ${newId()}, p_events => ${[...EVENTS.giftSent]}
    ) as outcome`,
  ).catch((error) => {
    // A browser may know zones that are newer than this server's.
    if (sqlState(error) !== NO_SUCH_ZONE) throw error;
    throw invalid("timeZone", "is not a time zone that this server knows");
  });
  return settle(ctx, row.outcome);
}
