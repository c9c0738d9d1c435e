import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { isRefusal } from "../errors";
import { type Outcome, type Refused, settle } from "./settle";

/**
 * Runs a change that moves no money in one commit: replay → limits → `change` → the answer kept
 * under the caller's Idempotency-Key. A refusal that `change` throws undoes what it wrote, and is
 * kept and replayed as an answer. A card's sealed code is left out of what is kept.
 * Refuses what `change` refuses and, as every guarded commit does without its callers naming it
 * again, rate_limited and idempotency_key_reused.
 */
export async function operation<T extends object>(
  ctx: Ctx,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await retrying(() => db().transaction((tx) => guarded(ctx, tx, change)));
  return settle(ctx, outcome);
}

async function guarded<T extends object>(
  ctx: Ctx,
  tx: Tx,
  change: (tx: Tx) => Promise<T>,
): Promise<Outcome<T>> {
  const key = ctx.idempotency?.key ?? null;
  const fingerprint = ctx.idempotency?.fingerprint ?? null;
  const [admission] = await tx.execute<{ outcome: Outcome<T> }>(sql`select admit(
    ${ctx.merchantId}, ${key}, ${fingerprint}, ${ctx.principal.actor},
    ${JSON.stringify(ctx.limits)}::jsonb) as outcome`);
  if (!admission) throw new Error("admit() gave no row");
  if (admission.outcome.refusal || admission.outcome.replayed) return admission.outcome;

  const answer = await tx.transaction(change).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    const { fields, extras } = error.options;
    return { refusal: error.code, message: error.message, fields, ...extras } satisfies Refused;
  });
  const { kept, sealedCode } = withoutCode(answer);
  await tx.execute(sql`select remember(${ctx.merchantId}, ${key}, ${fingerprint}, ${ctx.shape},
    ${ctx.requestId}, ${kept}::jsonb)`);
  return { ...admission.outcome, answer, sealedCode };
}

function withoutCode(answer: object): { kept: string; sealedCode: string | null } {
  let sealedCode: string | null = null;
  const kept = JSON.stringify(answer, (name, value: unknown) => {
    if (name !== "sealedCode") return value;
    sealedCode = String(value);
    return undefined;
  });
  return { kept, sealedCode };
}
