/** The scopes that the Admin API token needs. */
export const SCOPES = [
  "read_gift_cards",
  "write_gift_cards",
  "read_gift_card_transactions",
  "write_gift_card_transactions",
] as const;
