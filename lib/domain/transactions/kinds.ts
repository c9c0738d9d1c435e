import type { TransactionFilters } from "./transaction-filters";

/**
 * What a list calls a movement, as filters. Together they cover every movement once: a label is chosen by the
 * type, the counter account and the source (components/kit/cards/transaction-words.ts).
 */
export const MOVEMENT_KINDS = {
  load: { type: "load", account: "issuance" },
  spend: { type: "spend", account: "redemption", notSource: "reversal" },
  refund: { type: "load", account: "redemption", notSource: "reversal" },
  reversal: { source: "reversal" },
  store_credit: { type: "load", account: "store_credit" },
  imported: { type: "load", account: "imported" },
  written_off: { account: "breakage" },
  transfer_in: { type: "transfer_in", notSource: "replacement" },
  transfer_out: { type: "transfer_out", notSource: "replacement" },
  moved_in: { type: "transfer_in", source: "replacement" },
  moved_out: { type: "transfer_out", source: "replacement" },
  gift_sent: { type: "gift_sent" },
  gift_received: { type: "gift_received", notSource: "returned" },
  gift_returned: { type: "gift_received", source: "returned" },
} as const satisfies Record<string, TransactionFilters>;

export type MovementKind = keyof typeof MOVEMENT_KINDS;
export const MOVEMENT_KIND_NAMES = Object.keys(MOVEMENT_KINDS) as MovementKind[];
