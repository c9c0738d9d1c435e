import { createHash } from "node:crypto";
import { signOf } from "../rows";
import {
  CARD,
  CASHIER,
  type CardName,
  DEVICE,
  GIFT,
  HOLD,
  KEY,
  type Move,
  OTHER_STORE,
  STORE,
  TRANSFER,
  transactionId,
} from "./moves";

export const STARTED_MS = Date.parse("2026-07-01T10:00:00.000Z");
/** What the gift's recipient got by email. */
export const GIFT_TOKEN = "a token";

export type Row = Record<string, unknown>;
type State = { balanceCents: number; sequence: number; status: string };
export type Moved = Move & State & { id: unknown };

const instant = (atMs: number) => new Date(STARTED_MS + atMs).toISOString();

/** Each move with the state of its card after it. */
export function applyMoves(moves: readonly Move[]): Moved[] {
  const states = new Map<CardName, State>();
  return moves.map((move) => {
    const { card, type, amountCents, n, more } = move;
    const before = states.get(card) ?? { balanceCents: 0, sequence: 0, status: "inactive" };
    const movedCents = type === "disable" ? 0 : signOf(type) * amountCents;
    const status = movedCents > 0 ? "active" : before.status;
    const state = {
      balanceCents: before.balanceCents + movedCents,
      sequence: before.sequence + 1,
      status: type === "disable" ? "disabled" : status,
    };
    states.set(card, state);
    return { ...move, ...state, id: more.id ?? transactionId(n, card) };
  });
}

const storeOf = (card: CardName) => (card === "b" ? OTHER_STORE : STORE);

const cardRow = ({ card, balanceCents, sequence, status }: Moved): Row => ({
  merchant_id: storeOf(card),
  id: CARD[card],
  currency: "USD",
  balance_cents: balanceCents,
  held_cents: 0,
  status,
  frozen_reason: null,
  replaced_by_id: null,
  sequence,
  owner_id: null,
  batch_id: null,
});

const transactionRow = ({ card, n, ...moved }: Moved): Row => ({
  merchant_id: storeOf(card),
  card_id: CARD[card],
  sequence: moved.sequence,
  type: moved.type,
  status: "completed",
  counter_account: moved.account,
  currency: "USD",
  amount_cents: moved.amountCents,
  balance_after_cents: moved.balanceCents,
  reference_id: `op-${n}`,
  note: null,
  source: null,
  actor: `key:${KEY}`,
  transfer_id: null,
  original_transaction_id: null,
  hold_id: null,
  created_at: instant(moved.atMs),
  ...moved.more,
  id: moved.id,
});

const eventRows = ({ card, id, events, ...moved }: Moved): Row[] =>
  events.map((event) => ({
    merchant_id: storeOf(card),
    id: `${event} ${id}`,
    event,
    card_id: CARD[card],
    sequence: moved.sequence,
    transaction_id: moved.type === "disable" ? null : id,
    amount_cents: moved.amountCents,
    currency: "USD",
    consumer_email: null,
    new_balance_cents: moved.balanceCents,
    created_at: instant(moved.atMs),
  }));

const transferRow = (card: CardName, direction: string): Row => ({
  counter_merchant_id: card === "b" ? STORE : OTHER_STORE,
  created_at: instant(1_210),
  merchant_id: storeOf(card),
  id: TRANSFER,
  direction,
  card_id: CARD[card],
  transaction_id: transactionId(12, card),
  amount_cents: 100,
  counter_amount_cents: 100,
});

const tillMovement = (): Row => ({
  transaction_id: transactionId(16),
  device_id: DEVICE,
  cashier_id: CASHIER,
  day: "2026-07-01",
  currency: "USD",
  counted_in_cents: 0,
  counted_out_cents: 20,
});

const holdRow = (): Row => ({
  merchant_id: STORE,
  id: HOLD,
  card_id: CARD.a,
  amount_cents: 200,
  captured_cents: 200,
  status: "captured",
  expires_at: instant(900_000),
  reference_id: "op-10",
});

const giftRow = (): Row => ({
  merchant_id: STORE,
  id: GIFT,
  status: "accepted",
  card_id: CARD.a,
  amount_cents: 50,
  transaction_id: transactionId(13),
  settled_card_id: CARD.c,
  message: null,
  settled_transaction_id: transactionId(14, "c"),
  token_hash: `\\x${createHash("sha256").update(GIFT_TOKEN).digest("hex")}`,
});

/** The rows of the ledger after these moves, by table. */
export function ledgerRows(moves: readonly Move[]): Record<string, Row[]> {
  const moved = applyMoves(moves);
  const last = new Map(moved.map((one) => [one.card, one]));
  const inShop = [...last.values()].filter(({ card }) => card !== "b");
  return {
    cards: [...last.values()].map(cardRow),
    transactions: moved.filter(({ type }) => type !== "disable").map(transactionRow),
    events: moved.flatMap(eventRows),
    holds: [holdRow()],
    transfers: [transferRow("a", "out"), transferRow("b", "in")],
    gifts: [giftRow()],
    till_movements: [tillMovement()],
    platform_cards: inShop.map(({ card }) => ({
      merchant_id: STORE,
      connection_id: "shop",
      card_id: CARD[card],
      unposted_cents: 0,
    })),
  };
}
