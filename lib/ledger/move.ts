import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { retrying } from "../db/failures";
import { newId } from "../ids";
import { commitInGroup } from "./group-commit";
import { type Movement, moveInput } from "./movement";
import type { Moved } from "./records";
import { isRefused, type Outcome, refusalOf, settle } from "./settle";

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

/**
 * Makes these movements inside the commit of an operation, which has taken the limits and keeps the
 * answer. Waits for the cards. Throws the first refusal, of those that move() names.
 */
export async function moveMany(ctx: Ctx, tx: Tx, movements: Movement[]): Promise<Moved[]> {
  const unguarded = { ...ctx, idempotency: null, limits: [], activationLimits: [] };
  const inputs = movements.map((movement) => ({
    ...moveInput(unguarded, movement),
    transaction: newId(),
  }));
  const rows = await tx.execute<{ outcome: Outcome<Moved>; deliveries: number }>(
    sql`select * from move_together(${JSON.stringify(inputs)}::jsonb, true)`,
  );
  ctx.reply.deliveries += rows[0]?.deliveries ?? 0;
  return rows.map(({ outcome: { answer, sealedCode } }) => {
    if (!answer) throw new Error("the ledger gave no outcome");
    if (isRefused(answer)) throw refusalOf(answer);
    return { ...answer, card: { ...answer.card, sealedCode: sealedCode ?? "" } };
  });
}

/** The same with one movement. */
export async function moveWithin(ctx: Ctx, tx: Tx, movement: Movement): Promise<Moved> {
  const [moved] = await moveMany(ctx, tx, [movement]);
  if (!moved) throw new Error("the ledger gave no outcome");
  return moved;
}
