import type { CardHistory, State } from "./card-histories";
import { groupBy } from "./collections";
import type { Check } from "./context";
import type { EventRow, TransactionRow } from "./rows";

const CHECK = "events";

const ACTIVATED = ["card.activated", "card.balance_changed"];

/** The events of a movement, as the guide to webhooks lists them. */
const EVENTS: Record<string, readonly string[]> = {
  loaded: ["card.reloaded", "card.credited", "card.balance_changed"],
  refunded: ["card.credited", "card.balance_changed"],
  redeemed: ["card.debited", "card.balance_changed"],
  writtenOff: ["card.balance_changed"],
  transfer_in: ["card.transferred_in", "card.balance_changed"],
  transfer_out: ["card.transferred_out", "card.balance_changed"],
  gift_sent: ["card.balance_changed"],
  gift_received: ["card.balance_changed"],
  replacement: ["card.activated", "card.transferred_in", "card.balance_changed"],
};

function changeOf({ type, counter_account, source }: TransactionRow): string {
  if (type === "load") return counter_account === "redemption" ? "refunded" : "loaded";
  if (type === "spend") return counter_account === "breakage" ? "writtenOff" : "redeemed";
  return type === "transfer_in" && source === "replacement" ? "replacement" : type;
}

function eventsOf(before: State | undefined, { transaction, sequence }: State): readonly string[] {
  if (sequence === 0) return [];
  if (!transaction) return ["card.disabled"];
  if (before?.status === "inactive") return ACTIVATED;
  return EVENTS[changeOf(transaction)] ?? [];
}

/** Each change of a card has the events of the table, no more and no fewer, with its amount and its balance. */
export const events: Check = function* ({ index, cards }) {
  const { ledger } = index;
  const byCard = groupBy(ledger.tables.events.values(), ({ card_id }) => card_id);
  const at = { check: CHECK, atMs: ledger.beganMs, ops: [] };
  for (const [id, history] of cards)
    for (const what of cardProblems(
      history,
      byCard.get(id) ?? [],
      isEmptySuccessor(history, cards),
    ))
      yield { ...at, what: `card ${id}: ${what}` };
  for (const [id, rows] of byCard)
    if (!cards.has(id)) yield { ...at, what: `${rows.length} events are of no card: ${id}` };
};

/** Whether it replaced a card without a balance, which moved nothing. */
function isEmptySuccessor({ card, states }: CardHistory, cards: Map<string, CardHistory>): boolean {
  const [first, next] = states;
  const isSuccessor = first?.status === "active" && cards.has(card.id);
  return isSuccessor && next?.transaction?.source !== "replacement";
}

function* cardProblems({ states }: CardHistory, rows: EventRow[], isEmptyAtFirst: boolean) {
  const bySequence = groupBy(rows, ({ sequence }) => sequence);
  for (const [i, state] of states.entries()) {
    const { sequence, transaction } = state;
    const isEmptyReplacement = i === 0 && isEmptyAtFirst;
    const expected = isEmptyReplacement ? ["card.activated"] : eventsOf(states[i - 1], state);
    const found = bySequence.get(sequence) ?? [];
    const names = found.map(({ event }) => event).sort();
    if (names.join() !== [...expected].sort().join())
      yield `change ${sequence} has the events ${names.join(", ") || "none"}, not ${expected.join(", ") || "none"}`;
    for (const event of found) {
      const difference = differs(event, state, transaction);
      if (difference) yield `event ${event.id} of change ${sequence}: ${difference}`;
    }
  }
  const last = states.at(-1)?.sequence ?? 0;
  for (const sequence of bySequence.keys())
    if (sequence > last) yield `there are events of a change ${sequence}`;
}

function differs(
  event: EventRow,
  { balanceCents }: State,
  transaction: TransactionRow | null,
): string | null {
  if (event.transaction_id !== (transaction?.id ?? null))
    return `its transaction is ${event.transaction_id}`;
  if (event.amount_cents !== (transaction?.amount_cents ?? 0))
    return `its amount is ${event.amount_cents}`;
  if (event.new_balance_cents !== balanceCents) return `its balance is ${event.new_balance_cents}`;
  return null;
}
