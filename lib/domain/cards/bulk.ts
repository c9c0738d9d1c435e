import { sha256 } from "@/lib/base/config/secrets";
import { type Ctx, requireScope } from "@/lib/base/context";
import { isRefusal, type RefusalCode } from "@/lib/base/errors";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { activate } from "./activate";
import { type BalanceOutcome, disable } from "./disable";
import { extendCard } from "./edit";
import { freeze, unfreeze } from "./freeze";

/** The most cards that one request changes. Each is a commit of its own. */
export const MAX_CARDS_IN_BULK = 100;

/** Refusals of a card that say nothing about the others. */
const SKIPPING_REFUSALS = [
  "not_found",
  "card_already_active",
  "card_already_disabled",
  "card_not_active",
  "currency_mismatch",
  "amount_not_allowed",
] as const satisfies RefusalCode[];

/** Why a card isn't changed. "unchanged": it is as wanted already. */
export const SKIP_REASONS = [...SKIPPING_REFUSALS, "unchanged"] as const;
type SkipReason = (typeof SKIP_REASONS)[number];

export type BulkResult = {
  /** The cards that were changed, by this request or by the first one with its Idempotency-Key. */
  changed: string[];
  skipped: { cardId: string; reason: SkipReason }[];
};

type Activation = {
  cardIds: string[];
  amountCents: number;
  currency: string;
  note?: string | undefined;
};

/** Activates inactive cards of one currency, each with `amountCents` (minor units). Returns those it skipped, too. Refuses: rate_limited. */
export const activateCards = (ctx: Ctx, { cardIds, ...activation }: Activation) =>
  changeEach(ctx, cardIds, (own, cardId) => activate(own, { cardId, ...activation }));

type Disabling = { cardIds: string[]; balance: BalanceOutcome };

/**
 * Disables active cards permanently. Returns those it skipped, too.
 * Refuses: insufficient_scope (writing balances off needs an owner), rate_limited.
 */
export const disableCards = (ctx: Ctx, { cardIds, balance }: Disabling) =>
  changeEach(ctx, cardIds, (own, cardId) => disable(own, { cardId, balance }));

type Freezing = { cardIds: string[]; reason?: string | undefined };

/** Freezes active cards. Returns those it skipped, too. Refuses: rate_limited. */
export const freezeCards = (ctx: Ctx, { cardIds, reason }: Freezing) =>
  changeEach(ctx, cardIds, (own, cardId) => freeze(own, { cardId, reason }));

/** Ends the freeze of cards. Returns those it skipped, too. Refuses: rate_limited. */
export const unfreezeCards = (ctx: Ctx, { cardIds }: { cardIds: string[] }) =>
  changeEach(ctx, cardIds, (own, cardId) => unfreeze(own, { cardId }));

type Extension = { cardIds: string[]; expiresOn: string };

/**
 * Moves the expiration dates of active cards to a later one, `expiresOn` (YYYY-MM-DD). Returns those it skipped, too.
 * Refuses: invalid_request (a date in the past), rate_limited.
 */
export const extendCards = (ctx: Ctx, { cardIds, expiresOn }: Extension) =>
  changeEach(ctx, cardIds, (own, cardId) => extendCard(own, { cardId, expiresOn }));

async function changeEach(
  ctx: Ctx,
  cardIds: string[],
  change: (ctx: Ctx, cardId: string) => Promise<object>,
): Promise<BulkResult> {
  requireScope(ctx, "store:manage");
  // Counts requests, each of which changes up to MAX_CARDS_IN_BULK cards.
  await takeAttempt("bulk-cards", ctx.principal.actor);
  const result: BulkResult = { changed: [], skipped: [] };
  for (const cardId of cardIds) {
    const own = contextOfCard(ctx, cardId);
    try {
      if ("unchanged" in (await change(own, cardId))) {
        result.skipped.push({ cardId, reason: "unchanged" });
      } else result.changed.push(cardId);
    } catch (error) {
      const reason = SKIPPING_REFUSALS.find((code) => isRefusal(error) && error.code === code);
      if (!reason) throw error;
      result.skipped.push({ cardId, reason });
    }
    ctx.reply.queuedWork ||= own.reply.queuedWork;
  }
  return result;
}

/**
 * A context whose Idempotency-Key is the card's own, so that a repeated request changes no card twice. The space
 * keeps it apart from keys that clients send.
 */
const contextOfCard = (ctx: Ctx, cardId: string): Ctx => ({
  ...ctx,
  reply: { ...ctx.reply },
  idempotency: ctx.idempotency && {
    ...ctx.idempotency,
    key: `bulk ${sha256(`${ctx.idempotency.key} ${cardId}`).toString("base64url")}`,
  },
});
