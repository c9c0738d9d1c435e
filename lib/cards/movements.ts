import type { Ctx } from "../context";
import { move } from "../ledger/move";
import type { MovementPolicy } from "../ledger/records";
import { hasFormerKeys } from "../secrets";
import { storeCodeHmac, storeCodeHmacs } from "./code";
import { findCardByCode } from "./find";
import { REFUSED_STATUSES } from "./refused-statuses";

/** Events by type of change (spec, Events; card.debited and card.credited are extensions). */
export const EVENTS_BY_CHANGE = {
  activated: ["card.activated", "card.balance_changed"],
  loaded: ["card.reloaded", "card.credited", "card.balance_changed"],
  redeemed: ["card.debited", "card.balance_changed"],
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

const transferPolicy = {
  counterAccount: "transfer_clearing",
  refusedStatuses: REFUSED_STATUSES.transfer,
  refusesExpired: true,
  activationEvents: [],
} as const;

/** The rules of every kind of movement, apart from the card and the amount. */
export const MOVEMENT_POLICIES = {
  activation: {
    ...topUpPolicy,
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
  /** The two movements from a card to the one that replaces it, which keeps its expiration date. */
  replacedOut: {
    ...transferPolicy,
    type: "transfer_out",
    refusedStatuses: REFUSED_STATUSES.replace,
    refusesExpired: false,
    events: EVENTS_BY_CHANGE.transferredOut,
  },
  replacedIn: {
    ...transferPolicy,
    type: "transfer_in",
    refusedStatuses: REFUSED_STATUSES.replace,
    refusesExpired: false,
    events: EVENTS_BY_CHANGE.replacement,
  },
  /** Takes the balance of a card that is disabled as income, in the same commit or later. */
  disabledWriteOff: {
    ...redemptionPolicy,
    counterAccount: "breakage",
    refusedStatuses: { inactive: "card_not_active" },
    refusesExpired: false,
    events: EVENTS_BY_CHANGE.writtenOff,
  },
  /** Takes the remaining balance of an expired card as income. */
  writeOff: {
    ...redemptionPolicy,
    counterAccount: "breakage",
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
};
export type Activation = OnCard & {
  currency?: string | undefined;
  consumerEmail?: string | undefined;
};

/**
 * Activates an inactive card with `amountCents` (minor units). With `consumerEmail`, the consumer also
 * claims it (spec, Cards).
 * Refuses: not_found, card_already_active, card_not_active, currency_mismatch, card_already_claimed.
 */
export const activate = (ctx: Ctx, { consumerEmail, ...given }: Activation) =>
  move(ctx, { ...MOVEMENT_POLICIES.activation, ...given, ownerEmail: consumerEmail });

/**
 * Adds `amountCents` (minor units) to an active card: a refund or a top-up (spec, Cards). An expired card
 * becomes valid again.
 * Refuses: not_found, card_not_active, balance_limit_exceeded.
 */
export const credit = (ctx: Ctx, given: OnCard) =>
  move(ctx, { ...MOVEMENT_POLICIES.topUp, ...given });

/** Names the card by its id, or by its code as `parseStoreCode` returns it. */
type Load = Partial<OnCard> & { amountCents: number; code?: string; currency?: string };

/**
 * Loads `amountCents` (minor units): activates an inactive card with it, tops up an active one
 * (spec, Cards). Refuses: not_found, card_not_active, currency_mismatch, balance_limit_exceeded.
 */
export const load = async (ctx: Ctx, { code, ...given }: Load) =>
  move(ctx, {
    ...MOVEMENT_POLICIES.load,
    ...given,
    ...(code === undefined ? {} : await cardNamedBy(ctx.merchantId, code)),
  });

/** Names a card by the hash of its code, or by its id while the hash can be under a former key. */
async function cardNamedBy(merchantId: string, code: string) {
  const card = hasFormerKeys()
    ? await findCardByCode(merchantId, storeCodeHmacs(merchantId, code))
    : undefined;
  return card ? { cardId: card.id } : { codeHmac: storeCodeHmac(merchantId, code) };
}

/**
 * Redeems `amountCents` (minor units) from an active card (spec, Cards).
 * Refuses: not_found, card_not_active, card_expired, insufficient_balance (with `balanceCents`).
 */
export const spend = (ctx: Ctx, given: OnCard) =>
  move(ctx, { ...MOVEMENT_POLICIES.redemption, ...given });
