import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { db, type Tx, withRetries } from "@/lib/db/client/client";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { operatorContext } from "@/lib/domain/people/operator";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { readAvailable } from "@/lib/ledger/post/available";
import { lockLatestCard } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { type PlatformCard, PlatformError } from "./adapter";
import { type PlatformCardUpdate, saveLeased, writeLeased } from "./lease";
import type { SyncRun } from "./sync-run";

/**
 * Records the balance in the shop where `expectedCents` was expected. If it is lower, the rest was
 * redeemed there and is deducted from the card, in the same commit so that it happens only once. What the
 * card can't cover or doesn't allow is left to be settled. A higher balance is left as it is.
 */
export async function recordBalance(
  run: SyncRun,
  seen: PlatformCard,
  expectedCents: number,
  changes: PlatformCardUpdate = {},
): Promise<void> {
  const { leased, card } = run;
  if (seen.currency !== card.currency) {
    // A change of currency would look like a redemption.
    const reason = `The card's currency is ${card.currency}, but the shop shows ${seen.currency}.`;
    throw new PlatformError("refused", reason);
  }
  const redeemedCents = Math.max(0, expectedCents - seen.balanceCents);
  const update: PlatformCardUpdate = {
    ...changes,
    expectedCents: expectedCents - redeemedCents,
    seenCents: seen.balanceCents,
    seenAs: seen.enabled ? "enabled" : "disabled",
    seenAt: new Date(),
  };
  if (redeemedCents === 0) return await saveLeased(leased, update);
  const ctx = platformContext(run);
  const unpostedCents = await withRetries(() =>
    db().transaction(async (tx) => {
      const postedCents = await postRedemption(ctx, tx, run, redeemedCents);
      const unpostedCents = leased.unpostedCents + redeemedCents - postedCents;
      await writeLeased(leased, { ...update, unpostedCents }, tx);
      return unpostedCents;
    }),
  );
  Object.assign(leased, update, { unpostedCents });
  if (ctx.reply.queuedWork) deliveryWorker.wake();
}

/** Deducts up to `redeemedCents` from the card, or the one that replaced it. Returns the amount deducted. */
async function postRedemption(
  ctx: Ctx,
  tx: Tx,
  run: SyncRun,
  redeemedCents: number,
): Promise<number> {
  const card = await lockLatestCard(tx, run.leased);
  if (!card) return 0;
  // A held amount stays reserved; the rest is left to be settled.
  const amountCents = Math.min(redeemedCents, await readAvailable(tx, card));
  if (amountCents === 0) return 0;
  const spend = {
    ...PLATFORM_REDEMPTION_POLICY,
    cardId: card.id,
    amountCents,
    referenceId: referenceOf(run.connection.kind, run.leased.platformId),
    note: "Redeemed in the online shop",
  };
  try {
    await tx.transaction((inner) => moveOne(ctx, inner, spend));
    return amountCents;
  } catch (error) {
    // The card has expired, is frozen or was disabled.
    if (isRefusal(error)) return 0;
    throw error;
  }
}

/** Like a redemption in the store, except for its source. */
export const PLATFORM_REDEMPTION_POLICY = { ...MOVEMENT_POLICIES.redemption, source: "platform" };

/** A movement's reference: the kind of shop and the card's id there. */
export const referenceOf = (kind: string, platformId: string | null): string =>
  `${kind} ${platformId ?? ""}`.slice(0, 255);

function platformContext({ connection }: SyncRun): Ctx {
  const ctx = operatorContext(connection.merchantId);
  return { ...ctx, principal: { ...ctx.principal, actor: `platform:${connection.id}` } };
}
