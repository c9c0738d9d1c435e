/** The columns of the ledger's rows that the checks read, as `to_jsonb` writes them. */

export type CardRow = {
  merchant_id: string;
  id: string;
  currency: string;
  balance_cents: number;
  held_cents: number;
  status: "inactive" | "active" | "disabled";
  frozen_reason: string | null;
  replaced_by_id: string | null;
  owner_id: string | null;
  batch_id: string | null;
  sequence: number;
};

export type TransactionRow = {
  merchant_id: string;
  id: string;
  card_id: string;
  sequence: number;
  type: string;
  status: string;
  counter_account: string;
  amount_cents: number;
  currency: string;
  balance_after_cents: number;
  reference_id: string | null;
  note: string | null;
  source: string | null;
  transfer_id: string | null;
  original_transaction_id: string | null;
  hold_id: string | null;
  actor: string;
  created_at: string;
};

export type EventRow = {
  merchant_id: string;
  id: string;
  event: string;
  card_id: string;
  sequence: number;
  transaction_id: string | null;
  amount_cents: number;
  currency: string;
  new_balance_cents: number;
  consumer_email: string | null;
  created_at: string;
};

export type HoldRow = {
  merchant_id: string;
  id: string;
  card_id: string;
  amount_cents: number;
  captured_cents: number;
  reference_id: string | null;
  status: "held" | "captured" | "released" | "expired";
  expires_at: string;
};

export type GiftRow = {
  merchant_id: string;
  id: string;
  status: string;
  card_id: string;
  transaction_id: string;
  amount_cents: number;
  currency: string;
  token_hash: string;
  message: string | null;
  settled_card_id: string | null;
  settled_transaction_id: string | null;
};

export type TransferRow = {
  merchant_id: string;
  id: string;
  direction: "in" | "out";
  card_id: string;
  transaction_id: string;
  amount_cents: number;
  counter_merchant_id: string;
  counter_amount_cents: number;
  created_at: string;
};

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  event_id: string;
  status: string;
  /** Set if it was delivered and is sent again. */
  delivered_at: string | null;
};

export type TillMovementRow = {
  transaction_id: string;
  device_id: string;
};

export type TillClosingRow = {
  device_id: string;
  number: number;
};

export type PlatformCardRow = {
  merchant_id: string;
  connection_id: string;
  card_id: string;
  unposted_cents: number;
};

export type Tables = {
  cards: CardRow;
  transactions: TransactionRow;
  events: EventRow;
  holds: HoldRow;
  gifts: GiftRow;
  transfers: TransferRow;
  webhook_deliveries: DeliveryRow;
  till_movements: TillMovementRow;
  till_closings: TillClosingRow;
  platform_cards: PlatformCardRow;
};

/** The tables that the checks read, with their keys. Before the run is at rest, a snapshot may lack some of them. */
export const TABLES = {
  cards: ["id"],
  transactions: ["id"],
  events: ["id"],
  holds: ["id"],
  gifts: ["id"],
  // Both sides of a transfer have its id.
  transfers: ["merchant_id", "id"],
  webhook_deliveries: ["id"],
  till_movements: ["transaction_id"],
  till_closings: ["device_id", "number"],
  platform_cards: ["connection_id", "card_id"],
} as const satisfies Record<keyof Tables, readonly string[]>;

export type TableName = keyof Tables;

export const isTable = (name: string): name is TableName => name in TABLES;

const INCOMING_TYPES = ["load", "transfer_in", "gift_received"];

/** 1 if this type of movement adds to a card, -1 if it deducts. */
export const signOf = (type: string): 1 | -1 => (INCOMING_TYPES.includes(type) ? 1 : -1);

/** The sum of the rows' amounts. */
export const totalCents = (rows: readonly { amount_cents: number }[]): number =>
  rows.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/** The amount as it changes the card's balance. */
export const movedCents = ({ type, amount_cents }: TransactionRow): number =>
  signOf(type) * amount_cents;
