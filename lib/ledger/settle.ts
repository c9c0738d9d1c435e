import type { Ctx, Rate, Shape } from "../context";
import { type FieldError, Refusal, type RefusalCode } from "../errors";
import { counters } from "../metrics";
import type { Transaction } from "./records";

/** A refusal as an answer: `message` and `fields` when they are its own, and its extras. */
export type Refused = { refusal: RefusalCode; message?: string; fields?: FieldError[] };

/** What a guarded commit gives back, from lib/ledger/*.sql or `operation()`. */
export type Outcome<T> = {
  rates: Rate[];
  /** Refused before the operation: no call left, or another request under the same key. */
  refusal?: "rate_limited" | "idempotency_key_reused";
  replayed?: true;
  shape?: Shape;
  requestId?: string;
  answer?: T | Refused;
  sealedCode?: string | null;
  sealedSecret?: string | null;
  /** Webhook deliveries that are due since this commit. */
  deliveries?: number;
};

export const isRefused = (answer: object): answer is Refused => "refusal" in answer;
const isMovement = (answer: object): answer is { transaction: Transaction } =>
  "transaction" in answer;

/**
 * Notes in `ctx.reply` what the commit decided, and gives the operation's answer, the card's sealed
 * code or the webhook's sealed secret put back in. Throws the refusal when there is one, its own or
 * a replayed one.
 */
export function settle<T extends object>(ctx: Ctx, outcome: Outcome<T>): T {
  // Work that takes two commits takes its limit in the first.
  if (outcome.rates.length > 0) ctx.reply.rates = outcome.rates;
  ctx.reply.deliveries += outcome.deliveries ?? 0;
  if (outcome.refusal === "rate_limited") throw rateLimited(outcome.rates);
  if (outcome.refusal) throw new Refusal(outcome.refusal);
  if (outcome.replayed) {
    ctx.reply.replayed = true;
    ctx.reply.shape = outcome.shape ?? ctx.shape;
  }
  const { answer } = outcome;
  if (!answer) throw new Error("a guarded commit gave no answer");
  const requestId = outcome.requestId ?? ctx.requestId;
  if (isRefused(answer)) throw refusalOf(answer, { requestId });
  if (!outcome.replayed && isMovement(answer)) {
    counters().movements.inc({ type: answer.transaction.type });
  }
  if ("card" in answer && answer.card)
    Object.assign(answer.card, { sealedCode: outcome.sealedCode });
  if ("webhook" in answer && answer.webhook)
    Object.assign(answer.webhook, { sealedSecret: outcome.sealedSecret });
  return answer;
}

/** What a kept or a fresh answer refuses, to be thrown. */
export const refusalOf = (
  { refusal, message, fields, ...extras }: Refused,
  of: { requestId?: string } = {},
): Refusal =>
  new Refusal(refusal, {
    ...of,
    extras,
    ...(message ? { message } : {}),
    ...(fields ? { fields } : {}),
  });

function rateLimited(rates: Rate[]): Refusal {
  const full = rates.at(-1);
  const retryAfterSeconds = Math.max(1, Math.ceil((full?.resetMs ?? 1000) / 1000));
  return new Refusal("rate_limited", {
    message: `Too many requests; retry in ${retryAfterSeconds} s.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
