import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { retrying } from "../db/failures";
import { newId } from "../ids";
import { commitInGroup, moveInput } from "./group-commit";
import type { Moved, Movement } from "./records";
import { isRefused, type Outcome, refusalOf, unwrapOutcome } from "./unwrap-outcome";

/**
 * Moves `amountCents` (minor units) between a card and a counter account: the only way a balance changes.
 * Concurrent movements share one call of lib/ledger/move.sql and one transaction, which also replays, counts
 * against the limits, writes the events and stores the response.
 * Refuses: not_found, the codes in `refusedStatuses`, card_expired, currency_mismatch,
 * card_already_claimed, insufficient_balance, balance_limit_exceeded; and, like every guarded operation,
 * rate_limited and idempotency_key_reused.
 */
export async function move(ctx: Ctx, movement: Movement): Promise<Moved> {
  const input = moveInput(ctx, movement);
  return unwrapOutcome(ctx, await retrying(() => commitInGroup(input)));
}

/**
 * Makes movements inside the transaction of an operation, which handles limits and the stored response. Waits
 * for locked cards. Throws the first refusal, one of those listed at move().
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

/** Calls moveMany() with one movement. */
export async function moveWithin(ctx: Ctx, tx: Tx, movement: Movement): Promise<Moved> {
  const [moved] = await moveMany(ctx, tx, [movement]);
  if (!moved) throw new Error("the ledger gave no outcome");
  return moved;
}
