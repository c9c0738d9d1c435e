import type { MovementPolicy } from "../ledger/records";
import { EVENTS } from "./events";
import { REFUSED_STATUSES } from "./refused-statuses";

const gift = { counterAccount: "escrow", events: EVENTS.giftSent, activationEvents: [] } as const;

const topUp = {
  type: "load",
  counterAccount: "issuance",
  refusedStatuses: REFUSED_STATUSES.credit,
  refusesExpired: false,
  events: EVENTS.loaded,
  activationEvents: [],
} as const;

const redemption = {
  type: "spend",
  counterAccount: "redemption",
  refusedStatuses: REFUSED_STATUSES.debit,
  refusesExpired: true,
  events: EVENTS.redeemed,
  activationEvents: [],
} as const;

const transfer = {
  counterAccount: "transfer_clearing",
  refusedStatuses: REFUSED_STATUSES.transfer,
  refusesExpired: true,
  activationEvents: [],
} as const;

/** The rules of every kind of movement, apart from the card and the amount. */
export const MOVEMENTS = {
  activation: {
    ...topUp,
    refusedStatuses: REFUSED_STATUSES.activate,
    events: [],
    activationEvents: EVENTS.activated,
  },
  topUp,
  /** Activates an inactive card, tops up an active one. */
  load: {
    ...topUp,
    refusedStatuses: REFUSED_STATUSES.load,
    activationEvents: EVENTS.activated,
  },
  storeCredit: {
    ...topUp,
    counterAccount: "store_credit",
    refusedStatuses: REFUSED_STATUSES.load,
    activationEvents: EVENTS.activated,
  },
  redemption,
  /** Takes the remaining balance of an expired card as income. */
  writeOff: {
    ...redemption,
    counterAccount: "breakage",
    refusesExpired: false,
    events: EVENTS.writtenOff,
  },
  transferOut: { ...transfer, type: "transfer_out", events: EVENTS.transferredOut },
  transferIn: { ...transfer, type: "transfer_in", events: EVENTS.transferredIn },
  giftSent: {
    ...gift,
    type: "gift_sent",
    refusedStatuses: REFUSED_STATUSES.gift,
    refusesExpired: true,
  },
  /** Credits the recipient's new card, or returns the money to the sender's card even if it has expired. */
  giftReceived: {
    ...gift,
    type: "gift_received",
    refusedStatuses: REFUSED_STATUSES.load,
    refusesExpired: false,
    activationEvents: EVENTS.activated,
  },
} as const satisfies Record<string, MovementPolicy>;
