import type { Ctx } from "../context";
import { retrying } from "../db/failures";
import { commitInGroup } from "./group-commit";
import { type Movement, moveInput } from "./movement";
import type { Moved } from "./records";
import { settle } from "./settle";

/**
 * Moves `amountCents` (minor units) between a card and a counter-account: the only way a balance
 * changes. One call of lib/ledger/move.sql and one commit, both shared with movements that come at
 * the same time. The commit also replays, takes the limits, writes the events, keeps the answer.
 * Refuses: not_found, what `refusedStatuses` names, card_expired, currency_mismatch,
 * card_already_claimed, insufficient_balance, balance_limit_exceeded; and, as every guarded commit
 * does without its callers naming it again, rate_limited and idempotency_key_reused.
 */
export async function move(ctx: Ctx, movement: Movement): Promise<Moved> {
  const input = moveInput(ctx, movement);
  return settle(ctx, await retrying(() => commitInGroup(input)));
}
