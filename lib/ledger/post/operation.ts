import { type SQL, sql } from "drizzle-orm";
import { type Ctx, cashierOf, keyLimitsOf } from "@/lib/base/context";
import { isRefusal, type RefusalCode } from "@/lib/base/errors";
import { type Db, db, onlyRow, type Tx, withRetries } from "@/lib/db/client/client";
import { unwrapOutcome } from "./move";
import type { Outcome, StoredRefusal } from "./records";

/** Encrypted fields of a response, which are not stored with it: a replay reads them again. */
type SealedFields = { sealedCode?: string; sealedSecret?: string };
const SEALED_FIELD_NAMES = ["sealedCode", "sealedSecret", "sealedNextSecret"];

/** Refusals that are not stored: the same request can succeed later. */
const PASSING_REFUSALS: RefusalCode[] = ["rate_limited", "store_not_confirmed"];

/** A record as operation() returns it: its dates are strings if the response is replayed. */
export type Replayable<T> = {
  [Name in keyof T]: T[Name] | (Date extends T[Name] ? string : never);
};

/**
 * Runs a change in one transaction: replay → limits → `change` → store the response under the caller's
 * Idempotency-Key. If `change` throws a refusal, its writes are rolled back, and the refusal is stored
 * and replayed like any response, except rate_limited and store_not_confirmed. Encrypted codes and
 * secrets are not stored.
 * Refuses what `change` refuses, and rate_limited and idempotency_key_reused like every guarded
 * operation.
 */
export const operation = <T extends object>(ctx: Ctx, change: (tx: Tx) => Promise<T>): Promise<T> =>
  lockedOperation(ctx, async () => null, change);

/**
 * Like operation(), but first locks rows with `lock`, before the limits and in the order described at
 * lockCards(). `change` receives these rows.
 */
export async function lockedOperation<Locked, T extends object>(
  ctx: Ctx,
  lock: (tx: Tx) => Promise<Locked>,
  change: (tx: Tx, locked: Locked) => Promise<T>,
): Promise<T> {
  const { queuedWork } = ctx.reply;
  const outcome = await withRetries(() =>
    db().transaction(async (tx) => {
      // Reset, because an earlier attempt was rolled back.
      ctx.reply.queuedWork = queuedWork;
      const locked = await lock(tx);
      return await runGuarded(ctx, tx, (inner) => change(inner, locked));
    }),
  );
  return unwrapOutcome(ctx, outcome);
}

/**
 * Returns the stored response for the caller's Idempotency-Key, or null. For work that can't run inside a
 * transaction. Does not count against limits. Refuses: idempotency_key_reused, and a stored refusal.
 */
export async function storedResponse<T extends object>(ctx: Ctx): Promise<T | null> {
  if (!ctx.idempotency) return null;
  const outcome = await beginGuarded<T>({ ...ctx, limits: [] }, db());
  return outcome.refusal || outcome.replayed ? unwrapOutcome(ctx, outcome) : null;
}

async function beginGuarded<T>(ctx: Ctx, on: Db | Tx): Promise<Outcome<T>> {
  const rows = await on.execute<{ outcome: Outcome<T> }>(sql`select begin_guarded(
    ${ctx.merchantId}, ${ctx.idempotency?.key ?? null}, ${ctx.idempotency?.fingerprint ?? null},
    ${ctx.principal.actor}, ${JSON.stringify(ctx.limits)}::jsonb) as outcome
    ${lockAmounts(ctx)}`);
  return onlyRow(rows).outcome;
}

/** Locks what the caller's limits on amounts count, before the limits on requests, as move_together() does. */
function lockAmounts(ctx: Ctx): SQL {
  if (keyLimitsOf(ctx)) return sql`from lock_key_amounts(${ctx.principal.actor})`;
  const atTill = cashierOf(ctx);
  if (!atTill) return sql``;
  const { deviceId: device, cashierId: cashier } = atTill;
  return sql`from lock_till(${JSON.stringify({ device, cashier })}::jsonb)`;
}

async function runGuarded<T extends object>(
  ctx: Ctx,
  tx: Tx,
  change: (tx: Tx) => Promise<T>,
): Promise<Outcome<T>> {
  const { queuedWork } = ctx.reply;
  const guard = await beginGuarded<T>(ctx, tx);
  if (guard.refusal || guard.replayed) return guard;

  const answer = await tx.transaction(change).catch((error: unknown) => {
    if (!isRefusal(error) || PASSING_REFUSALS.includes(error.code)) throw error;
    ctx.reply.queuedWork = queuedWork;
    const { fields, extras } = error.options;
    return {
      refusal: error.code,
      message: error.message,
      fields,
      ...extras,
    } satisfies StoredRefusal;
  });
  const { stored, sealed } = splitSealedFields(answer);
  await tx.execute(sql`select save_answer(${ctx.merchantId}, ${ctx.idempotency?.key ?? null},
    ${ctx.idempotency?.fingerprint ?? null}, ${ctx.idempotency?.path ?? null}, ${ctx.shape},
    ${ctx.requestId}, ${stored}::jsonb)`);
  return { ...guard, answer, ...sealed };
}

function splitSealedFields(answer: object): { stored: string; sealed: SealedFields } {
  const sealed: Record<string, string> = {};
  const stored = JSON.stringify(answer, (name, value: unknown) => {
    if (!SEALED_FIELD_NAMES.includes(name)) return value;
    if (typeof value === "string") sealed[name] = value;
    return undefined;
  });
  return { stored, sealed };
}
