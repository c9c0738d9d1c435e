/** What the ledger of the sample history did. */

const id = (kind: number, n: number) =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export const [STORE, OTHER_STORE] = [id(1, 1), id(1, 2)];
/** Card b is at the other store, and card c is the one of an accepted gift. */
export const CARD = { a: id(2, 1), b: id(2, 2), c: id(2, 3) };
export const [HOLD, GIFT, TRANSFER, WEBHOOK] = [id(3, 1), id(4, 1), id(5, 1), id(6, 1)];
export const [KEY, CASHIER, DEVICE] = [id(7, 1), id(7, 2), id(7, 3)];

export type CardName = keyof typeof CARD;

/** A change of a card by operation `n`. `more` replaces columns of its transaction. */
export type Move = {
  n: number;
  atMs: number;
  card: CardName;
  /** The type of the transaction, or `disable`. */
  type: string;
  amountCents: number;
  account: string;
  events: string[];
  more: Record<string, unknown>;
};

export const transactionId = (n: number, card: CardName = "a") =>
  id(8, 10 * n + "abc".indexOf(card));

const CHANGED = "card.balance_changed";
export const DEBITED = ["card.debited", CHANGED];
export const CREDITED = ["card.credited", CHANGED];
const ACTIVATED = ["card.activated", CHANGED];

type Made = [n: number, card: CardName, type: string, amountCents: number];

/** A move 10 ms after its operation was asked for. */
export const move = (
  [n, card, type, amountCents]: Made,
  account: string,
  events: string[],
  more: Record<string, unknown> = {},
): Move => ({ n, atMs: 100 * n + 10, card, type, amountCents, account, events, more });

const TRANSFERRED = { transfer_id: TRANSFER };
const REVERSED = { source: "reversal", original_transaction_id: transactionId(3) };

/** The moves in the order of their commits. */
export const sampleMoves = (): Move[] => [
  move([2, "a", "load", 1_000], "issuance", ACTIVATED),
  move([3, "a", "spend", 300], "redemption", DEBITED),
  move([4, "a", "spend", 100], "redemption", DEBITED),
  move([7, "a", "load", 300], "redemption", CREDITED, REVERSED),
  move([9, "b", "load", 500], "issuance", ACTIVATED),
  move([11, "a", "spend", 200], "redemption", DEBITED, { hold_id: HOLD }),
  move([12, "a", "transfer_out", 100], "fx", ["card.transferred_out", CHANGED], TRANSFERRED),
  move([12, "b", "transfer_in", 100], "fx", ["card.transferred_in", CHANGED], TRANSFERRED),
  move([13, "a", "gift_sent", 50], "escrow", [CHANGED], { reference_id: null }),
  move([14, "c", "gift_received", 50], "escrow", ACTIVATED, { reference_id: null }),
  move([15, "b", "disable", 0], "", ["card.disabled"]),
  move([16, "a", "spend", 20], "redemption", DEBITED, {
    actor: `cashier:${CASHIER}`,
    reference_id: "R-1",
  }),
];
