import type { Ctx, Rate, Shape } from "../context";
import { type FieldError, Refusal, type RefusalCode } from "../errors";
import { counters } from "../metrics";
import type { Transaction } from "./records";

/** A refusal as a stored response, with its extras; `message` and `fields` only if not the defaults. */
export type Refused = { refusal: RefusalCode; message?: string; fields?: FieldError[] };

/** The result of a guarded operation, from lib/ledger/*.sql or `operation()`. */
export type Outcome<T> = {
  rates: Rate[];
  /** Refused before the operation: the limit is reached, or the key was used for a different request. */
  refusal?: "rate_limited" | "idempotency_key_reused";
  replayed?: true;
  shape?: Shape;
  requestId?: string;
  answer?: T | Refused;
  sealedCode?: string | null;
  sealedSecret?: string | null;
  /** Number of webhook deliveries that this commit queued. */
  deliveries?: number;
};

export const isRefused = (answer: object): answer is Refused => "refusal" in answer;
const isMovement = (answer: object): answer is { transaction: Transaction } =>
  "transaction" in answer;

/**
 * Copies the outcome to `ctx.reply` and returns the operation's result, with the card's encrypted code or the
 * webhook's encrypted secret added. Throws if the outcome, new or replayed, is a refusal.
 */
export function unwrapOutcome<T extends object>(ctx: Ctx, outcome: Outcome<T>): T {
  // Work in two transactions counts against limits only in the first one.
  if (outcome.rates.length > 0) ctx.reply.rates = outcome.rates;
  ctx.reply.deliveries += outcome.deliveries ?? 0;
  if (outcome.refusal === "rate_limited") throw rateLimited(outcome.rates);
  if (outcome.refusal) throw new Refusal(outcome.refusal);
  if (outcome.replayed) {
    ctx.reply.replayed = true;
    ctx.reply.shape = outcome.shape ?? ctx.shape;
  }
  const { answer } = outcome;
  if (!answer) throw new Error("a guarded operation returned no answer");
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

/** Converts a new or stored refusal to an error to throw. */
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
