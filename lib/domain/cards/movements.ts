import type { Metadata } from "@/lib/base/metadata";
import type { MovementPolicy } from "@/lib/ledger/post/records";
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

/** A change of one card's balance by `amountCents` (minor units). */
export type CardMovement = {
  cardId: string;
  amountCents: number;
  note?: string | undefined;
  referenceId?: string | undefined;
  metadata?: Metadata | undefined;
};
