import { lockCard } from "../cards/find";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { isRefusal } from "../errors";
import { moveWithin } from "../ledger/move";
import { operatorContext } from "../merchants/operator";
import { deliveryWorker } from "../webhooks/deliver";
import { type PlatformCard, PlatformError } from "./adapter";
import { type Changes, type Leased, save, write } from "./lease";
import type { SyncRun } from "./sync-run";

/**
 * Notes what the shop shows where `expectedCents` was expected. Less was redeemed there, and is taken
 * from the card in the same commit, so that it is taken once. What the card does not hold or allow is
 * left to be settled; more than expected is left as it is.
 */
export async function recordBalance(
  run: SyncRun,
  seen: PlatformCard,
  expectedCents: number,
  changes: Changes = {},
): Promise<void> {
  const { leased, card } = run;
  if (seen.currency !== card.currency) {
    // A shop that changed its currency would seem to have redeemed.
    const reason = `The card is in ${card.currency}, and the shop shows it in ${seen.currency}.`;
    throw new PlatformError("refused", reason);
  }
  const redeemedCents = Math.max(0, expectedCents - seen.balanceCents);
  const known: Changes = {
    ...changes,
    expectedCents: expectedCents - redeemedCents,
    seenCents: seen.balanceCents,
    seenAs: seen.enabled ? "enabled" : "disabled",
    seenAt: new Date(),
  };
  if (redeemedCents === 0) return await save(leased, known);
  const ctx = platformContext(run);
  const unpostedCents = await retrying(() =>
    db().transaction(async (tx) => {
      const postedCents = await post(ctx, tx, run, redeemedCents);
      const unpostedCents = leased.unpostedCents + redeemedCents - postedCents;
      await write(leased, { ...known, unpostedCents }, tx);
      return unpostedCents;
    }),
  );
  Object.assign(leased, known, { unpostedCents });
  if (ctx.reply.deliveries > 0) deliveryWorker.wake();
}

/** Takes up to `redeemedCents` from the card; gives how much it was. */
async function post(ctx: Ctx, tx: Tx, run: SyncRun, redeemedCents: number): Promise<number> {
  const card = await lockCard(tx, run.leased.merchantId, run.leased.cardId);
  const amountCents = Math.min(redeemedCents, card?.balanceCents ?? 0);
  if (!card || amountCents === 0) return 0;
  const spend = {
    ...REDEMPTION,
    cardId: card.id,
    amountCents,
    referenceId: referenceOf(run),
    note: "Redeemed in the online shop",
  };
  try {
    await tx.transaction((inner) => moveWithin(ctx, inner, spend));
    return amountCents;
  } catch (error) {
    // It has expired or was disabled.
    if (isRefusal(error)) return 0;
    throw error;
  }
}

/** A redemption like a till's, except for its source. */
export const REDEMPTION = { ...MOVEMENTS.redemption, source: "platform" };

/** The shop and its card, as a movement's reference. */
export const referenceOf = ({
  connection,
  leased,
}: {
  connection: Pick<SyncRun["connection"], "kind">;
  leased: Pick<Leased, "platformId">;
}): string => `${connection.kind} ${leased.platformId ?? ""}`.slice(0, 255);

function platformContext({ connection }: SyncRun): Ctx {
  const ctx = operatorContext(connection.merchantId);
  return { ...ctx, principal: { ...ctx.principal, actor: `platform:${connection.id}` } };
}
