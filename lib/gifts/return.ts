import { newCode } from "../cards/code";
import { EVENTS } from "../cards/events";
import type { Ctx } from "../context";
import { pg } from "../db/client";
import { retrying } from "../db/failures";
import { newId } from "../ids";
import { type Outcome, settle } from "../ledger/settle";
import type { Gift } from "./gift";

type Returned = {
  giftId: string;
  status: "declined" | "cancelled" | "expired";
  /** Whom it has to have been sent to, when they decline it. */
  recipientEmail?: string;
  /** Who has to have sent it, when they cancel it. */
  senderId?: string;
};

/**
 * Puts a pending gift's money back on the card that it came from; on a new card of the sender when
 * that one was disabled meanwhile. One call of lib/ledger/gifts.sql and one commit, guarded as move()
 * is. Refuses: not_found, gift_settled (when it expires: also one that is not due).
 */
export async function returnGift(ctx: Ctx, returned: Returned): Promise<{ gift: Gift }> {
  const sql = pg();
  const cardId = newId();
  const { codeHmac, sealedCode, codeLast4 } = newCode(ctx.merchantId, cardId);
  const [row] = await retrying(
    () => sql<[{ outcome: Outcome<{ gift: Gift }> }]>`select return_gift(
      p_merchant => ${ctx.merchantId}, p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null}, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_gift => ${returned.giftId},
      p_status => ${returned.status}, p_recipient => ${returned.recipientEmail ?? null},
      p_sender => ${returned.senderId ?? null}, p_card => ${cardId}, p_code_hmac => ${codeHmac},
      p_sealed_code => ${sealedCode}, p_code_last4 => ${codeLast4}, p_transaction => ${newId()},
      p_cause => ${newId()}, p_events => ${[...EVENTS.giftReturned]},
      p_activation_events => ${[...EVENTS.activated]}
    ) as outcome`,
  );
  return settle(ctx, row.outcome);
}
