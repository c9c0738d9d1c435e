import { lockCard } from "../cards/find";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { isRefusal } from "../errors";
import { moveWithin } from "../ledger/move";
import { operatorContext } from "../merchants/operator";
import { wake } from "../webhooks/dispatch";
import { type PlatformCard, PlatformError } from "./adapter";
import { type Changes, type Leased, write } from "./lease";
import type { Mirroring } from "./mirroring";

/**
 * Notes what the platform showed while it should have shown `expectedCents`: less was redeemed in
 * the online shop, and is taken from the card in the same commit, so that it is taken once. What the
 * card does not hold, or no longer allows, is left to be settled; more than expected is left as it is.
 */
export async function recordBalance(
  m: Mirroring,
  seen: PlatformCard,
  expectedCents: number,
  changes: Changes = {},
): Promise<void> {
  const { leased } = m;
  refuseOtherCurrency(m, seen);
  const redeemedCents = Math.max(0, expectedCents - seen.balanceCents);
  const known: Changes = {
    ...changes,
    expectedCents: expectedCents - redeemedCents,
    seenCents: seen.balanceCents,
    seenAs: seen.enabled ? "enabled" : "disabled",
    seenAt: new Date(),
  };
  if (redeemedCents === 0) {
    await write(leased, known);
    Object.assign(leased, known);
    return;
  }
  const ctx = platformContext(m);
  const { unpostedCents } = await retrying(() =>
    db().transaction(async (tx) => {
      const postedCents = await post(ctx, tx, m, redeemedCents);
      const unpostedCents = leased.unpostedCents + redeemedCents - postedCents;
      await write(leased, { ...known, unpostedCents }, tx);
      return { unpostedCents };
    }),
  );
  Object.assign(leased, known, { unpostedCents });
  if (ctx.reply.deliveries > 0) wake();
}

/** Of another currency nothing follows: a shop that has changed its own would seem to have redeemed. */
function refuseOtherCurrency({ card }: Mirroring, seen: PlatformCard): void {
  if (seen.currency === card.currency) return;
  const reason = `The card is in ${card.currency}, and the shop shows it in ${seen.currency}.`;
  throw new PlatformError("refused", reason);
}

/** Takes from the card what it holds of `redeemedCents`; gives how much that was. */
async function post(ctx: Ctx, tx: Tx, m: Mirroring, redeemedCents: number): Promise<number> {
  const card = await lockCard(tx, m.leased.merchantId, m.leased.cardId);
  const amountCents = Math.min(redeemedCents, card?.balanceCents ?? 0);
  if (!card || amountCents === 0) return 0;
  const spend = {
    ...REDEMPTION,
    cardId: card.id,
    amountCents,
    referenceId: referenceOf(m),
    note: "Redeemed in the online shop",
  };
  try {
    await tx.transaction((inner) => moveWithin(ctx, inner, spend));
    return amountCents;
  } catch (error) {
    // It has expired, or was disabled.
    if (isRefusal(error)) return 0;
    throw error;
  }
}

/** A redemption as a till's, told apart by its source. */
export const REDEMPTION = { ...MOVEMENTS.redemption, source: "platform" };

/** Names the platform and its card. */
export const referenceOf = ({
  connection,
  leased,
}: {
  connection: Pick<Mirroring["connection"], "kind">;
  leased: Pick<Leased, "platformId">;
}): string => `${connection.kind} ${leased.platformId ?? ""}`.slice(0, 255);

/** The context of what a platform causes. */
function platformContext({ connection }: Pick<Mirroring, "connection">): Ctx {
  const ctx = operatorContext(connection.merchantId);
  return { ...ctx, principal: { ...ctx.principal, actor: `platform:${connection.id}` } };
}
