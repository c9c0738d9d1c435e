import { and, eq, lte, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { STORE_NOW } from "@/lib/db/client/clock";
import { idempotencyKeys } from "@/lib/db/schema/guards";
import { merchants } from "@/lib/db/schema/merchants";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { expireGiftsOf } from "@/lib/domain/gifts/expire";
import { advanceDeliveries } from "@/lib/domain/webhooks/advance-deliveries";
import { operation, type Replayable } from "@/lib/ledger/post/operation";

const YEAR_SECONDS = 366 * 24 * 60 * 60;

/** The most that one request moves a clock: past the expiration date of a card sold today, by default. */
export const MAX_ADVANCE_SECONDS = 6 * YEAR_SECONDS;

/** The most that a clock is ahead. */
const MAX_AHEAD_SECONDS = 20 * YEAR_SECONDS;

/** The time of a test twin's clock, and how far it is ahead. */
export type TestClock = Replayable<{ now: Date; aheadSeconds: number }>;

/** The test twin's clock. */
export const readClock = ({ merchantId }: Ctx): Promise<TestClock> => clockOf(db(), merchantId);

async function clockOf(from: Db | Tx, merchantId: string): Promise<TestClock> {
  return onlyRow(
    await from
      .select({
        now: sql<Date>`${STORE_NOW}`.mapWith(merchants.createdAt),
        aheadSeconds: sql<number>`${merchants.clockOffsetMs} / 1000`.mapWith(Number),
      })
      .from(merchants)
      .where(eq(merchants.id, merchantId)),
  );
}

/**
 * Moves the clock of a test twin forward, never back. Balances, holds and gifts expire, waiting retries of webhooks
 * become due and are sent, and responses under an Idempotency-Key are forgotten, as if the time had passed.
 * Refuses: invalid_request (too far).
 */
export async function advanceClock(
  ctx: Ctx,
  { advanceSeconds }: { advanceSeconds: number },
): Promise<TestClock> {
  requireScope(ctx, "money:write");
  const { merchantId } = ctx;
  const advanced = await operation(ctx, async (tx): Promise<TestClock> => {
    await moveClock(tx, merchantId, advanceSeconds * 1_000);
    await advanceDeliveries(tx, merchantId, advanceSeconds * 1_000);
    await ageAnswers(tx, merchantId, advanceSeconds);
    await audit(tx, authorOf(ctx), {
      action: "test_clock.advanced",
      subjectId: merchantId,
      details: { advanceSeconds },
    });
    ctx.reply.queuedWork = true;
    return await clockOf(tx, merchantId);
  });
  await expireGiftsOf(merchantId);
  return advanced;
}

async function moveClock(tx: Tx, merchantId: string, byMs: number): Promise<void> {
  const { clockOffsetMs } = merchants;
  const [moved] = await tx
    .update(merchants)
    .set({ clockOffsetMs: sql`${clockOffsetMs} + ${byMs}::bigint` })
    .where(and(eq(merchants.id, merchantId), lte(clockOffsetMs, MAX_AHEAD_SECONDS * 1_000 - byMs)))
    .returning({ id: merchants.id });
  if (moved) return;
  throw invalidField(
    "advanceSeconds",
    "must not move the clock more than 20 years ahead of real time",
  );
}

/** Ages the stored responses, which are kept for 24 hours. */
async function ageAnswers(tx: Tx, merchantId: string, seconds: number): Promise<void> {
  const mine = eq(idempotencyKeys.merchantId, merchantId);
  const by = sql`${seconds} * interval '1 second'`;
  const { createdAt, key } = idempotencyKeys;
  await tx
    .delete(idempotencyKeys)
    .where(and(mine, lte(createdAt, sql`now() - interval '24 hours' + ${by}`)));
  await tx
    .update(idempotencyKeys)
    .set({ createdAt: sql`earlier.at` })
    .from(sql`(select key, created_at - ${by} as at from idempotency_keys
      where merchant_id = ${merchantId} offset 0 for no key update) earlier`)
    .where(and(mine, sql`${key} = earlier.key`));
}
