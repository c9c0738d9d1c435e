import { newCode } from "../cards/code";
import { EVENTS } from "../cards/events";
import type { Ctx } from "../context";
import { pg } from "../db/client";
import { retrying } from "../db/failures";
import { newId } from "../ids";
import type { Moved } from "../ledger/records";
import { type Outcome, settle } from "../ledger/settle";
import type { Gift } from "./gift";

/**
 * Takes a gift for the consumer with this (normalised) address, whom it was sent to: a new card of
 * theirs at the same store holds it (design, Gifts). One commit, guarded as move() is.
 * Refuses: not_found (also somebody else's gift), gift_settled.
 */
export async function acceptGift(
  ctx: Ctx,
  { giftId, email }: { giftId: string; email: string },
): Promise<Moved & { gift: Gift }> {
  const sql = pg();
  const cardId = newId();
  const { codeHmac, sealedCode, codeLast4 } = newCode(ctx.merchantId, cardId);
  const [row] = await retrying(
    () => sql<[{ outcome: Outcome<Moved & { gift: Gift }> }]>`select accept_gift(
      p_merchant => ${ctx.merchantId}, p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null}, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_gift => ${giftId}, p_recipient => ${email},
      p_new_consumer => ${newId()}, p_card => ${cardId}, p_code_hmac => ${codeHmac},
      p_sealed_code => ${sealedCode}, p_code_last4 => ${codeLast4}, p_transaction => ${newId()},
      p_events => ${[...EVENTS.activated]}
    ) as outcome`,
  );
  return settle(ctx, row.outcome);
}
