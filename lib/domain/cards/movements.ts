import { hasFormerKeys } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { notFound, Refusal } from "@/lib/base/errors";
import type { Metadata } from "@/lib/base/metadata";
import { db } from "@/lib/db/client/client";
import { move } from "@/lib/ledger/post/move";
import { operation } from "@/lib/ledger/post/operation";
import { findOriginal, isRedemption } from "@/lib/ledger/post/original";
import type { Movement, MovementPolicy, MovementResult } from "@/lib/ledger/post/records";
import { storeCodeHmac, storeCodeHmacs } from "./code";
import { findCardByCode, isSameCard } from "./find";
import { limitCardCodes } from "./limit-codes";
import { REFUSED_STATUSES } from "./refused-statuses";

/** Events by type of change (spec, Events; card.debited and card.credited are extensions). */
export const EVENTS_BY_CHANGE = {
  activated: ["card.activated", "card.balance_changed"],
  loaded: ["card.reloaded", "card.credited", "card.balance_changed"],
  redeemed: ["card.debited", "card.balance_changed"],
  /** A refund, or the reversal of a redemption: not a top-up, so there is no card.reloaded. */
  refunded: ["card.credited", "card.balance_changed"],
  /** Not a redemption, so there is no card.debited. */
  writtenOff: ["card.balance_changed"],
  transferredOut: ["card.transferred_out", "card.balance_changed"],
  transferredIn: ["card.transferred_in", "card.balance_changed"],
  /** Also for gifts that are received or returned. */
  giftSent: ["card.balance_changed"],
  disabled: ["card.disabled"],
  /** The card that replaces another one. */
  replacement: ["card.activated", "card.transferred_in", "card.balance_changed"],
  /** It replaces an empty card. */
  emptyReplacement: ["card.activated"],
} as const;

/** The source of the two movements from a card to the one that replaces it. */
export const REPLACEMENT_SOURCE = "replacement";

const giftPolicy = {
  counterAccount: "escrow",
  events: EVENTS_BY_CHANGE.giftSent,
  activationEvents: [],
} as const;

const topUpPolicy = {
  type: "load",
  counterAccount: "issuance",
  refusedStatuses: REFUSED_STATUSES.credit,
  refusesExpired: false,
  events: EVENTS_BY_CHANGE.loaded,
  activationEvents: [],
} as const;

const redemptionPolicy = {
  type: "spend",
  counterAccount: "redemption",
  refusedStatuses: REFUSED_STATUSES.debit,
  refusesExpired: true,
  events: EVENTS_BY_CHANGE.redeemed,
  activationEvents: [],
} as const;

const refundPolicy = {
  ...topUpPolicy,
  counterAccount: "redemption",
  events: EVENTS_BY_CHANGE.refunded,
} as const;

const transferPolicy = {
  counterAccount: "transfer_clearing",
  refusedStatuses: REFUSED_STATUSES.transfer,
  refusesExpired: true,
  activationEvents: [],
} as const;

const replacementPolicy = {
  ...transferPolicy,
  refusedStatuses: REFUSED_STATUSES.replace,
  refusesExpired: false,
} as const;

/** The rules of every kind of movement, apart from the card and the amount. */
export const MOVEMENT_POLICIES = {
  activation: {
    ...topUpPolicy,
    refusedStatuses: REFUSED_STATUSES.activate,
    events: [],
    activationEvents: EVENTS_BY_CHANGE.activated,
  },
  /** The balance of a card from another provider, which this store didn't sell. */
  importedBalance: {
    ...topUpPolicy,
    counterAccount: "imported",
    source: "import",
    refusedStatuses: REFUSED_STATUSES.activate,
    events: [],
    activationEvents: EVENTS_BY_CHANGE.activated,
  },
  topUp: topUpPolicy,
  /** Activates an inactive card, tops up an active one. */
  load: {
    ...topUpPolicy,
    refusedStatuses: REFUSED_STATUSES.load,
    activationEvents: EVENTS_BY_CHANGE.activated,
  },
  storeCredit: {
    ...topUpPolicy,
    counterAccount: "store_credit",
    refusedStatuses: REFUSED_STATUSES.load,
    activationEvents: EVENTS_BY_CHANGE.activated,
  },
  redemption: redemptionPolicy,
  /** Gives back what was redeemed, also as a reversal. Doesn't renew the expiration date. */
  refund: refundPolicy,
  /** Takes back what was loaded, also from an expired card. The counter account is the load's. */
  reversedLoad: { ...redemptionPolicy, refusesExpired: false },
  /** The two movements from a card to the one that replaces it, which keeps its expiration date. */
  replacedOut: {
    ...replacementPolicy,
    type: "transfer_out",
    events: EVENTS_BY_CHANGE.transferredOut,
  },
  replacedIn: { ...replacementPolicy, type: "transfer_in", events: EVENTS_BY_CHANGE.replacement },
  /** Takes the balance of a card that is disabled as income, in the same commit or later. */
  disabledWriteOff: {
    ...redemptionPolicy,
    counterAccount: "breakage",
    source: "write_off",
    refusedStatuses: { inactive: "card_not_active" },
    refusesExpired: false,
    events: EVENTS_BY_CHANGE.writtenOff,
  },
  /** Takes the remaining balance of an expired card as income. */
  writeOff: {
    ...redemptionPolicy,
    counterAccount: "breakage",
    source: "write_off",
    refusesExpired: false,
    events: EVENTS_BY_CHANGE.writtenOff,
  },
  transferOut: { ...transferPolicy, type: "transfer_out", events: EVENTS_BY_CHANGE.transferredOut },
  /** Also to a frozen card, which money can be added to. */
  transferIn: {
    ...transferPolicy,
    type: "transfer_in",
    refusedStatuses: REFUSED_STATUSES.credit,
    events: EVENTS_BY_CHANGE.transferredIn,
  },
  giftSent: {
    ...giftPolicy,
    type: "gift_sent",
    refusedStatuses: REFUSED_STATUSES.gift,
    refusesExpired: true,
  },
  /** Credits the recipient's new card, or returns the money to the sender's card even if it has expired. */
  giftReceived: {
    ...giftPolicy,
    type: "gift_received",
    refusedStatuses: REFUSED_STATUSES.load,
    refusesExpired: false,
    activationEvents: EVENTS_BY_CHANGE.activated,
  },
} as const satisfies Record<string, MovementPolicy>;

type OnCard = {
  cardId: string;
  amountCents: number;
  note?: string | undefined;
  referenceId?: string | undefined;
  metadata?: Metadata | undefined;
};
export type Activation = Omit<OnCard, "amountCents"> & {
  /** Default: the card's denomination, the amount of its batch. */
  amountCents?: number | undefined;
  currency?: string | undefined;
  consumerEmail?: string | undefined;
};

/**
 * Activates an inactive card with `amountCents` (minor units). With `consumerEmail`, the consumer also
 * claims it (spec, Cards).
 * Refuses: not_found, card_already_active, card_not_active, currency_mismatch, card_already_claimed,
 * amount_not_allowed (with `expectedAmountCents`), invalid_request (no amount).
 */
export const activate = (ctx: Ctx, given: Activation) => move(ctx, activationOf(given));

/** The movement of an activation. */
export const activationOf = ({ consumerEmail, amountCents, ...given }: Activation): Movement => ({
  ...MOVEMENT_POLICIES.activation,
  ...given,
  amountCents,
  ownerEmail: consumerEmail,
});

type Credit = OnCard & {
  /** Default: a refund if there is an original, otherwise a top-up. */
  source?: "refund" | "top_up" | undefined;
  /** The redemption to refund. */
  originalTransactionId?: string | undefined;
};

/**
 * Adds `amountCents` (minor units) to an active card: a refund or a top-up (spec, Cards). After a top-up, an
 * expired card is valid again.
 * Refuses: not_found (also the original), card_not_active, balance_limit_exceeded, not_refundable, and
 * refund_exceeds_original (with `refundableCents`).
 */
export async function credit(ctx: Ctx, { originalTransactionId: original, ...given }: Credit) {
  if (original === undefined) {
    const { refund, topUp } = MOVEMENT_POLICIES;
    return await move(ctx, { ...(given.source === "refund" ? refund : topUp), ...given });
  }
  const refusal = await refundRefusal(ctx.merchantId, given.cardId, original);
  // In an operation, so that the refusal counts against the limit and is stored.
  if (refusal) return await operation(ctx, () => Promise.reject(refusal));
  const refund = { ...MOVEMENT_POLICIES.refund, source: "refund", originalTransactionId: original };
  return await move(ctx, { ...refund, ...given });
}

/** Why a transaction is no redemption of this card, or of one that it replaced; null if it is one. */
async function refundRefusal(merchantId: string, cardId: string, transactionId: string) {
  const original = await findOriginal(db(), merchantId, transactionId);
  if (!original || !(await isSameCard(merchantId, original.transaction.cardId, cardId))) {
    return notFound("No redemption of this card found with this ID.");
  }
  return isRedemption(original) ? null : new Refusal("not_refundable");
}

/** Names the card by its id, or by its code as `parseStoreCode` returns it. */
type ByIdOrCode = { cardId?: string | undefined; code?: string | undefined };
type Load = Omit<OnCard, "cardId"> & ByIdOrCode & { currency?: string | undefined };

/**
 * Loads `amountCents` (minor units): activates an inactive card with it, tops up an active one
 * (spec, Cards). Refuses: not_found, card_not_active, currency_mismatch, balance_limit_exceeded, amount_not_allowed
 * (with `expectedAmountCents`), rate_limited (also wrong codes of a caller).
 */
export const load = (ctx: Ctx, { code, ...given }: Load) =>
  moveNamed(ctx, code, (card) => move(ctx, { ...MOVEMENT_POLICIES.load, ...given, ...card }));

/** Names a card by the hash of its code, or by its id while the hash can be under a former key. */
async function cardNamedBy(merchantId: string, code: string) {
  const card = hasFormerKeys()
    ? await findCardByCode(merchantId, storeCodeHmacs(merchantId, code))
    : undefined;
  return card ? { cardId: card.id } : { codeHmac: storeCodeHmac(merchantId, code) };
}

/** Moves the balance of the card that the request names itself, or of the card with this code: wrong ones are counted. */
async function moveNamed(
  ctx: Ctx,
  code: string | undefined,
  moveCard: (named: object) => Promise<MovementResult>,
): Promise<MovementResult> {
  if (code === undefined) return await moveCard({});
  return await limitCardCodes(ctx, async () => moveCard(await cardNamedBy(ctx.merchantId, code)));
}

/** `allowPartial`: redeems what is available, at least 1, if that is less than the amount. */
type Redemption = OnCard & { allowPartial?: boolean | undefined };

/**
 * Redeems `amountCents` (minor units) from an active card (spec, Cards).
 * Refuses: not_found, card_not_active, card_frozen, card_expired, insufficient_balance (with `balanceCents`).
 */
export const spend = (ctx: Ctx, given: Redemption) =>
  move(ctx, { ...MOVEMENT_POLICIES.redemption, ...given });

type RedemptionByIdOrCode = Omit<Redemption, "cardId"> &
  ByIdOrCode & { currency?: string | undefined };

/**
 * Redeems like spend(), from the card with this id or code (design, section 11).
 * Refuses: what spend() does, currency_mismatch, rate_limited (also wrong codes of a caller).
 */
export const redeem = (ctx: Ctx, { code, ...given }: RedemptionByIdOrCode) =>
  moveNamed(ctx, code, (card) => move(ctx, { ...MOVEMENT_POLICIES.redemption, ...given, ...card }));
