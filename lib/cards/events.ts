/** Events by type of change (spec, Events; card.debited and card.credited are extensions). */
export const EVENTS = {
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
} as const;
