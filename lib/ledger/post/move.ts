import { sql } from "drizzle-orm";
import type { Ctx, RateLimitStatus } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { meters } from "@/lib/base/observe/metrics";
import { inDatabaseSpan, isTracing } from "@/lib/base/observe/trace";
import { onlyRow, type Tx, withRetries } from "@/lib/db/client/client";
import { commitInGroup } from "./group-commit";
import { moveInput } from "./move-input";
import type { Movement, MovementResult, Outcome, StoredRefusal, Transaction } from "./records";

/**
 * Moves `amountCents` (minor units) between a card and a counter account: the only way a balance changes.
 * Concurrent movements share one call of lib/ledger/post/move.sql and one transaction, which also replays, counts
 * against the limits, writes the events and stores the response.
 * Refuses: not_found, the codes in `refusedStatuses`, card_expired, currency_mismatch, card_already_claimed,
 * invalid_request (amountCents), amount_not_allowed (with `expectedAmountCents`), key_limit_exceeded,
 * refund_exceeds_original, insufficient_balance, balance_limit_exceeded; and, like every guarded operation,
 * rate_limited and idempotency_key_reused.
 */
export async function move(ctx: Ctx, movement: Movement): Promise<MovementResult> {
  const commit = () => {
    const input = moveInput(ctx, movement);
    return withRetries(() => commitInGroup(input));
  };
  // The call is shared with other requests, so each has a span of its own around its part.
  const outcome = isTracing() ? inDatabaseSpan("move_together", commit) : commit();
  return unwrapOutcome(ctx, await outcome);
}

/**
 * Makes movements inside the transaction of an operation, which handles limits and the stored response. Waits
 * for locked cards. Throws the first refusal, one of those listed at move().
 */
export async function moveMany(ctx: Ctx, tx: Tx, movements: Movement[]): Promise<MovementResult[]> {
  const unguarded = { ...ctx, idempotency: null, limits: [], activationLimits: [] };
  const inputs = movements.map((movement) => ({
    ...moveInput(unguarded, movement),
    transaction: newId(),
  }));
  const rows = await tx.execute<{ outcome: Outcome<MovementResult>; deliveries: number }>(
    sql`select * from move_together(${JSON.stringify(inputs)}::jsonb, true)`,
  );
  ctx.reply.queuedWork ||= (rows[0]?.deliveries ?? 0) > 0;
  return rows.map(({ outcome: { answer, sealedCode } }) => {
    if (!answer) throw new Error("the ledger gave no outcome");
    if (isRefused(answer)) throw refusalOf(answer);
    return { ...answer, card: { ...answer.card, sealedCode: sealedCode ?? "" } };
  });
}

/** Makes one movement inside the transaction of an operation. Refuses like move(). */
export async function moveOne(ctx: Ctx, tx: Tx, movement: Movement): Promise<MovementResult> {
  return onlyRow(await moveMany(ctx, tx, [movement]));
}

export const isRefused = (answer: object): answer is StoredRefusal => "refusal" in answer;
const isMovement = (answer: object): answer is { transaction: Transaction } =>
  "transaction" in answer;

/**
 * Copies the outcome to `ctx.reply` and returns the operation's result. Throws if the outcome, new or
 * replayed, is a refusal.
 */
export function unwrapOutcome<T extends object>(ctx: Ctx, outcome: Outcome<T>): T {
  // Work in two transactions counts against limits only in the first one.
  if (outcome.rates.length > 0) ctx.reply.rates = outcome.rates;
  ctx.reply.queuedWork ||= (outcome.deliveries ?? 0) > 0;
  if (outcome.refusal === "rate_limited") throw rateLimitRefusal(outcome.rates);
  if (outcome.refusal) throw new Refusal(outcome.refusal);
  if (outcome.replayed) {
    ctx.reply.replayed = true;
    ctx.reply.shape = outcome.shape ?? ctx.shape;
  }
  const { answer } = outcome;
  const requestId = outcome.requestId ?? ctx.requestId;
  if (answer && isRefused(answer)) throw refusalOf(answer, { requestId });
  if (!outcome.replayed && answer && isMovement(answer)) {
    meters().movements.inc({ type: answer.transaction.type });
  }
  return withSealedFields(outcome);
}

/** The operation's result, with the card's encrypted code or the webhook's encrypted secret added. */
export function withSealedFields<T extends object>({
  answer,
  sealedCode,
  sealedSecret,
}: Outcome<T>): T {
  if (!answer || isRefused(answer)) throw new Error("a guarded operation returned no answer");
  if ("card" in answer && answer.card) Object.assign(answer.card, { sealedCode });
  if ("webhook" in answer && answer.webhook) Object.assign(answer.webhook, { sealedSecret });
  return answer;
}

/** Converts a new or stored refusal to an error to throw. */
export const refusalOf = (
  { refusal, message, fields, ...extras }: StoredRefusal,
  of: { requestId?: string } = {},
): Refusal =>
  new Refusal(refusal, {
    ...of,
    extras,
    ...(message ? { message } : {}),
    ...(fields ? { fields } : {}),
  });

function rateLimitRefusal(rates: RateLimitStatus[]): Refusal {
  const full = rates.at(-1);
  const retryAfterSeconds = Math.max(1, Math.ceil((full?.resetMs ?? 1000) / 1000));
  return new Refusal("rate_limited", {
    message: `Too many requests. Retry in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
