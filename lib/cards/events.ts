/** Which events each change of a card causes (spec, Events; the two last are extensions of it). */
export const EVENTS = {
  activated: ["card.activated", "card.balance_changed"],
  loaded: ["card.reloaded", "card.credited", "card.balance_changed"],
  redeemed: ["card.debited", "card.balance_changed"],
  disabled: ["card.disabled"],
} as const;
