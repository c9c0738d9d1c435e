import type { CardHistory } from "./card-histories";
import { groupBy } from "./collections";
import type { Check, Violation } from "./context";
import type { Index } from "./index-history";
import { movedCents, signOf, type TransactionRow, totalCents } from "./rows";

const CHECK = "balances";

/**
 * Every card's balance follows from its transactions without a gap, and no money is in two places or in none. Holds,
 * transfers and gifts are read at rest only.
 */
export const balances: Check = function* ({ index, cards }) {
  const { ledger } = index;
  const found = [
    ...[...cards.values()].flatMap((history) => [...cardProblems(history)]),
    ...[...ledger.tables.transactions.values()]
      .filter(({ card_id }) => !cards.has(card_id))
      .map(({ id }) => `transaction ${id} is of no card`),
    ...originalProblems(index),
    ...movedTogetherProblems(index),
    ...(ledger.isAtRest
      ? [heldProblems, holdProblems, transferProblems, giftProblems].flatMap((check) => [
          ...check(index),
        ])
      : []),
  ];
  for (const what of found)
    yield { check: CHECK, what, atMs: ledger.beganMs, ops: [] } satisfies Violation;
};

/** The product's own check of the ledger found nothing. At rest, it must have been made. */
export const verified: Check = function* ({ index }) {
  const { verified: result, ledger, lastMs } = index;
  const at = { check: "verify", ops: [] };
  if (result && !result.ok)
    yield { ...at, what: JSON.stringify(result.problems).slice(0, 2_000), atMs: result.atMs };
  if (!result && ledger.isAtRest) yield { ...at, what: "the ledger wasn't verified", atMs: lastMs };
};

function* cardProblems({ card, states, problems }: CardHistory): Iterable<string> {
  for (const problem of problems) yield `card ${card.id}: ${problem}`;
  for (const [i, state] of states.entries()) {
    const { transaction, sequence, balanceCents } = state;
    const before = states[i - 1];
    if (balanceCents < 0) yield `card ${card.id}: its balance is ${balanceCents} at ${sequence}`;
    if (!transaction || !before) continue;
    const counted = before.balanceCents + movedCents(transaction);
    if (counted !== balanceCents)
      yield `card ${card.id}: its balance is ${balanceCents} at ${sequence}, and should be ${counted}`;
    if (transaction.currency !== card.currency)
      yield `card ${card.id}: transaction ${transaction.id} is in ${transaction.currency}`;
    if (before.status === "disabled" && transaction.source !== "write_off")
      yield `card ${card.id}: it was disabled before its change ${sequence}`;
  }
  const last = states.at(-1);
  if (last && (last.balanceCents !== card.balance_cents || last.sequence !== card.sequence))
    yield `card ${card.id}: it has ${card.balance_cents} at ${card.sequence}, its transactions end with ${last.balanceCents} at ${last.sequence}`;
  if (last && last.status !== card.status)
    yield `card ${card.id}: it is ${card.status}, its transactions end ${last.status}`;
}

/** What is held on a card is the sum of its holds, which don't exceed its balance. */
function* heldProblems({ ledger, startedMs }: Index): Iterable<string> {
  const { holds, cards } = ledger.tables;
  const atMs = startedMs + ledger.beganMs;
  const held = [...holds.values()].filter(({ status }) => status === "held");
  const byCard = groupBy(held, ({ card_id }) => card_id);
  for (const { id, held_cents, balance_cents } of cards.values()) {
    const rows = byCard.get(id) ?? [];
    const sum = totalCents(rows);
    if (sum !== held_cents) yield `card ${id}: ${held_cents} is held, its holds are of ${sum}`;
    // An expired hold counts for nothing, also before it is marked as such.
    const open = totalCents(rows.filter(({ expires_at }) => Date.parse(expires_at) > atMs));
    if (open > balance_cents) yield `card ${id}: ${open} is held of ${balance_cents}`;
  }
}

/** Refunds are at most their original together, and a transaction is reversed once, in full. */
function* originalProblems({ ledger }: Index): Iterable<string> {
  const { transactions } = ledger.tables;
  const rows = [...transactions.values()];
  const later = groupBy(rows, (row) => row.original_transaction_id);
  const reversed = new Set(
    rows.filter(({ source }) => source === "reversal").map((row) => row.original_transaction_id),
  );
  for (const [id, followers] of later) {
    if (id === null) continue;
    const original = transactions.get(id);
    if (!original) {
      yield `transaction ${id} was refunded or reversed, and isn't there`;
      continue;
    }
    const reversals = followers.filter(({ source }) => source === "reversal");
    if (reversals.length > 1) yield `transaction ${id} was reversed ${reversals.length} times`;
    const counting = followers.filter((row) => !reversed.has(row.id));
    const cents = totalCents(counting);
    if (cents > original.amount_cents)
      yield `transaction ${id} of ${original.amount_cents} was refunded or reversed with ${cents}`;
    yield* followers.flatMap((row) => [...oppositeProblem(row, original)]);
  }
}

function* oppositeProblem(row: TransactionRow, original: TransactionRow): Iterable<string> {
  const isOpposite =
    signOf(row.type) === -signOf(original.type) &&
    row.counter_account === original.counter_account &&
    row.currency === original.currency;
  const isWhole = row.source !== "reversal" || row.amount_cents === original.amount_cents;
  if (!isOpposite || !isWhole) yield `transaction ${row.id} isn't the opposite of ${original.id}`;
}

/** A hold is captured once, with what its transaction says, and not otherwise. */
function* holdProblems({ ledger }: Index): Iterable<string> {
  const { holds, transactions } = ledger.tables;
  const captures = groupBy(transactions.values(), ({ hold_id }) => hold_id);
  for (const { id, status, amount_cents, captured_cents } of holds.values()) {
    const rows = captures.get(id) ?? [];
    const cents = totalCents(rows);
    if (rows.length > 1) yield `hold ${id} was captured ${rows.length} times`;
    if (cents !== captured_cents || cents > amount_cents || cents > 0 !== (status === "captured"))
      yield `hold ${id} of ${amount_cents} is ${status} with ${captured_cents}, redeemed are ${cents}`;
  }
  for (const id of captures.keys())
    if (id !== null && !holds.has(id)) yield `hold ${id} was captured, and isn't there`;
}

/** A transfer has both of its transactions, or none. */
function* movedTogetherProblems({ ledger }: Index): Iterable<string> {
  for (const [id, rows] of groupBy(ledger.tables.transactions.values(), (row) => row.transfer_id)) {
    const types = rows.map(({ type }) => type).sort();
    if (id !== null && types.join() !== "transfer_in,transfer_out")
      yield `transfer ${id} has the transactions ${types.join(" and ")}`;
  }
}

/** A transfer has both of its sides, which match their transactions. */
function* transferProblems({ ledger }: Index): Iterable<string> {
  const { transfers, transactions } = ledger.tables;
  const sides = groupBy(transfers.values(), ({ id }) => id);
  const moved = groupBy(transactions.values(), (row) => row.transfer_id);
  for (const [id, rows] of moved) {
    if (id === null) continue;
    const isReplacement = rows.every(({ source }) => source === "replacement");
    const directions = (sides.get(id) ?? []).map(({ direction }) => direction).sort();
    if (directions.join() !== (isReplacement ? "" : "in,out"))
      yield `transfer ${id} has the sides ${directions.join(" and ") || "none"}`;
  }
  for (const { id, transaction_id, amount_cents, direction } of transfers.values()) {
    const row = transactions.get(transaction_id);
    const other = sides.get(id)?.find((side) => side.direction !== direction);
    if (!row || row.transfer_id !== id || row.amount_cents !== amount_cents)
      yield `transfer ${id} doesn't match its transaction ${transaction_id}`;
    if (other && other.counter_amount_cents !== amount_cents)
      yield `transfer ${id} is of ${amount_cents}, and of ${other.counter_amount_cents} at the other store`;
  }
}

/** A gift's money left the sender's card, and is on one other card once the gift is settled. */
function* giftProblems({ ledger }: Index): Iterable<string> {
  const { gifts, transactions } = ledger.tables;
  const known = new Set<string | null>();
  for (const gift of gifts.values()) {
    known.add(gift.transaction_id).add(gift.settled_transaction_id);
    const sent = transactions.get(gift.transaction_id);
    const received = transactions.get(gift.settled_transaction_id ?? "");
    const isPending = gift.status === "pending";
    const hasSent =
      sent?.type === "gift_sent" &&
      sent.amount_cents === gift.amount_cents &&
      sent.status === (isPending ? "pending" : "completed");
    if (!hasSent) yield `gift ${gift.id} is ${gift.status}, and its money wasn't sent so`;
    const hasReceived =
      received?.type === "gift_received" &&
      received.amount_cents === gift.amount_cents &&
      received.card_id === gift.settled_card_id &&
      (received.source === "returned") === (gift.status !== "accepted");
    if (isPending ? gift.settled_transaction_id !== null : !hasReceived)
      yield `gift ${gift.id} is ${gift.status}, and its money wasn't received so`;
  }
  for (const { id, type } of transactions.values())
    if (type.startsWith("gift_") && !known.has(id)) yield `transaction ${id} is of no gift`;
}
