import { eq } from "drizzle-orm";
import { codeHmac } from "../cards/code";
import { EVENTS } from "../cards/events";
import { findCard } from "../cards/find";
import { REFUSED_STATUSES } from "../cards/status";
import type { Ctx } from "../context";
import { db, pg } from "../db/client";
import { retrying } from "../db/failures";
import { cards } from "../db/schema/cards";
import { isRefusal } from "../errors";
import { newId } from "../ids";
import { earlierAnswer } from "../ledger/operation";
import type { Moved } from "../ledger/records";
import { type Outcome, settle } from "../ledger/settle";
import { giveBackAttempt, takeAttempt } from "../throttle/throttle";
import { exchange } from "./exchange";
import type { Transfer } from "./transfer-record";

export type TransferOrder = {
  fromCardId: string;
  /** The code of a card at another store, in the form `parseCode` gives. */
  toCode: string;
  /** Names the card instead of `toCode`, which names none that came from another provider. */
  toCodeHmac?: Uint8Array | undefined;
  /** In minor units of the first card's currency. */
  amountCents: number;
  quoteId?: string | undefined;
  /** The consumer whose card the first has to be; any card of the store when it is a merchant who asks. */
  ownerId?: string | undefined;
};

export type Transferred = Moved & { transfer: Transfer };

/**
 * Moves `amountCents` from a card of this store to the card with that code at another one (design,
 * Transfers). One call of lib/ledger/transfer.sql and one commit, guarded as move() is. Codes that
 * find no card that takes it are counted, and too many of them refused.
 * Refuses: not_found (either card), transfers_not_enabled, card_not_active, card_expired, rate_stale,
 * currency_mismatch (no rate, or another quote's), insufficient_balance (with `balanceCents`),
 * balance_limit_exceeded, invalid_request (too little, the same store, no quote), rate_limited.
 */
export async function transfer(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  const earlier = await earlierAnswer<Transferred>(ctx);
  if (earlier) return earlier;
  await takeAttempt("transfer-code", ctx.principal.actor);
  const giveBack = () => giveBackAttempt("transfer-code", ctx.principal.actor);
  try {
    const transferred = await commit(ctx, order);
    await giveBack();
    return transferred;
  } catch (error) {
    // Only what found nothing may have been a guess.
    if (!(isRefusal(error) && error.code === "not_found")) await giveBack();
    throw error;
  }
}

async function commit(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  const hmac = order.toCodeHmac ?? codeHmac(order.toCode);
  const [source, to] = await Promise.all([
    findCard(ctx.merchantId, order.fromCardId),
    currencyOf(hmac),
  ]);
  // Without both cards there is nothing to work out, and the commit says which is missing.
  const worth = source && to ? await exchange({ ...order, from: source.currency, to }) : null;
  const refused = worth && "refusal" in worth ? JSON.stringify(worth) : null;
  const arrives = worth && "rate" in worth ? worth : null;
  const sql = pg();
  const [row] = await retrying(
    () => sql<[{ outcome: Outcome<Transferred> }]>`select transfer(
      p_merchant => ${ctx.merchantId}, p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null}, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_transfer => ${newId()},
      p_from_card => ${order.fromCardId}, p_owner => ${order.ownerId ?? null},
      p_to_hmac => ${hmac}, p_amount => ${order.amountCents}, p_to_currency => ${to ?? null},
      p_to_amount => ${arrives?.amountCents ?? null}, p_rate => ${arrives?.rate ?? null},
      p_rate_as_of => ${arrives?.asOf ?? null}, p_rate_refusal => ${refused},
      p_refused_statuses => ${JSON.stringify(REFUSED_STATUSES.transfer)},
      p_transaction => ${newId()}, p_counter_transaction => ${newId()},
      p_out_events => ${[...EVENTS.transferredOut]}, p_in_events => ${[...EVENTS.transferredIn]}
    ) as outcome`,
  );
  return settle(ctx, row.outcome);
}

/** Of the card with this code, whichever store it is of: what it holds is worked out with it alone. */
async function currencyOf(hmac: Uint8Array): Promise<string | undefined> {
  const [card] = await db()
    .select({ currency: cards.currency })
    .from(cards)
    .where(eq(cards.codeHmac, hmac));
  return card?.currency;
}
