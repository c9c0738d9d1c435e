import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { isRefusal } from "../errors";
import { type Outcome, type Refused, settle } from "./settle";

/** What an answer holds and is not kept: it is read again when the answer is replayed. */
type Sealed = { sealedCode?: string; sealedSecret?: string };
const SEALED = ["sealedCode", "sealedSecret", "sealedNextSecret"];

/**
 * Runs a change that moves no money in one commit: replay → limits → `change` → the answer kept
 * under the caller's Idempotency-Key. A refusal that `change` throws undoes what it wrote, and is
 * kept and replayed as an answer. Sealed codes and secrets are left out of what is kept.
 * Refuses: rate_limited, idempotency_key_reused, and what `change` refuses.
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
  const { kept, sealed } = withoutSecrets(answer);
  await tx.execute(sql`select remember(${ctx.merchantId}, ${key}, ${fingerprint}, ${ctx.shape},
    ${ctx.requestId}, ${kept}::jsonb)`);
  return { ...admission.outcome, answer, ...sealed };
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
