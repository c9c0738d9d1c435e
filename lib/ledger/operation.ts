import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { type Db, db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { isRefusal } from "../errors";
import { type Outcome, type Refused, settle } from "./settle";

/** What an answer holds and is not kept: it is read again when the answer is replayed. */
type Sealed = { sealedCode?: string; sealedSecret?: string };
const SEALED = ["sealedCode", "sealedSecret", "sealedNextSecret"];

/**
 * Runs a change in one commit: replay → limits → `change` → the answer kept under the caller's
 * Idempotency-Key. A refusal that `change` throws undoes what it wrote, and is kept and replayed as
 * an answer. Sealed codes and secrets are left out of what is kept.
 * Refuses what `change` refuses and, as every guarded commit does without its callers naming it
 * again, rate_limited and idempotency_key_reused.
 */
export const operation = <T extends object>(ctx: Ctx, change: (tx: Tx) => Promise<T>): Promise<T> =>
  lockedOperation(ctx, async () => null, change);

/**
 * The same on rows that `lock` takes before the limits, in the order that lockCards() states, and
 * gives to `change`.
 */
export async function lockedOperation<Locked, T extends object>(
  ctx: Ctx,
  lock: (tx: Tx) => Promise<Locked>,
  change: (tx: Tx, locked: Locked) => Promise<T>,
): Promise<T> {
  const { deliveries } = ctx.reply;
  const outcome = await retrying(() =>
    db().transaction(async (tx) => {
      // Of an attempt that lost a race nothing is left.
      ctx.reply.deliveries = deliveries;
      const locked = await lock(tx);
      return await guarded(ctx, tx, (inner) => change(inner, locked));
    }),
  );
  return settle(ctx, outcome);
}

/**
 * The answer kept under the caller's Idempotency-Key, for work that can't be done inside a commit;
 * null when there is none. Takes no call of a limit.
 * Refuses: idempotency_key_reused, and what the kept answer refused.
 */
export async function earlierAnswer<T extends object>(ctx: Ctx): Promise<T | null> {
  if (!ctx.idempotency) return null;
  const outcome = await admit<T>({ ...ctx, limits: [] }, db());
  return outcome.refusal || outcome.replayed ? settle(ctx, outcome) : null;
}

async function admit<T>(ctx: Ctx, on: Db | Tx): Promise<Outcome<T>> {
  const [admission] = await on.execute<{ outcome: Outcome<T> }>(sql`select admit(
    ${ctx.merchantId}, ${ctx.idempotency?.key ?? null}, ${ctx.idempotency?.fingerprint ?? null},
    ${ctx.principal.actor}, ${JSON.stringify(ctx.limits)}::jsonb) as outcome`);
  if (!admission) throw new Error("admit() gave no row");
  return admission.outcome;
}

async function guarded<T extends object>(
  ctx: Ctx,
  tx: Tx,
  change: (tx: Tx) => Promise<T>,
): Promise<Outcome<T>> {
  const { deliveries } = ctx.reply;
  const admission = await admit<T>(ctx, tx);
  if (admission.refusal || admission.replayed) return admission;

  const answer = await tx.transaction(change).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    ctx.reply.deliveries = deliveries;
    const { fields, extras } = error.options;
    return { refusal: error.code, message: error.message, fields, ...extras } satisfies Refused;
  });
  const { kept, sealed } = withoutSecrets(answer);
  await tx.execute(sql`select remember(${ctx.merchantId}, ${ctx.idempotency?.key ?? null},
    ${ctx.idempotency?.fingerprint ?? null}, ${ctx.shape}, ${ctx.requestId}, ${kept}::jsonb)`);
  return { ...admission, answer, ...sealed };
}

function withoutSecrets(answer: object): { kept: string; sealed: Sealed } {
  const sealed: Record<string, string> = {};
  const kept = JSON.stringify(answer, (name, value: unknown) => {
    if (!SEALED.includes(name)) return value;
    if (typeof value === "string") sealed[name] = value;
    return undefined;
  });
  return { kept, sealed };
}
