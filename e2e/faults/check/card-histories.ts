import { groupBy } from "./collections";
import type { Index } from "./index-history";
import { type CardRow, signOf, type TransactionRow } from "./rows";

/** A card after its change with the number `sequence`; 0 is the new card. */
export type State = {
  sequence: number;
  balanceCents: number;
  status: CardRow["status"];
  /** The transaction that led to it. Null for the new card, and when it was disabled. */
  transaction: TransactionRow | null;
};

/** What is wrong with the order of a card's transactions. */
export type CardHistory = { card: CardRow; states: State[]; problems: string[] };

/** Every card's states in order, from its transactions and the one change that has none: it was disabled. */
export function cardHistories({ ledger }: Index): Map<string, CardHistory> {
  const { cards, transactions } = ledger.tables;
  const byCard = groupBy(transactions.values(), ({ card_id }) => card_id);
  const successors = new Set([...cards.values()].map(({ replaced_by_id }) => replaced_by_id));
  return new Map(
    [...cards.values()].map((card) => [
      card.id,
      historyOf(card, byCard.get(card.id) ?? [], successors.has(card.id)),
    ]),
  );
}

function historyOf(card: CardRow, rows: TransactionRow[], isSuccessor: boolean): CardHistory {
  const bySequence = groupBy(rows, ({ sequence }) => sequence);
  // A card that replaces another one is active from its beginning.
  const states: State[] = [
    {
      sequence: 0,
      balanceCents: 0,
      transaction: null,
      status: isSuccessor ? "active" : "inactive",
    },
  ];
  const problems: string[] = [];
  const last = Math.max(card.sequence, ...rows.map(({ sequence }) => sequence));
  for (let sequence = 1; sequence <= last; sequence++) {
    const before = states.at(-1);
    const [row, second] = bySequence.get(sequence) ?? [];
    if (second) problems.push(`there are several changes ${sequence}`);
    if (before) states.push(row ? moved(before, row) : disabled(before, sequence));
  }
  const gaps = states.slice(1).filter(({ transaction }) => transaction === null);
  if (gaps.length !== (card.status === "disabled" ? 1 : 0)) {
    const sequences = gaps.map(({ sequence }) => sequence).join(", ") || "none";
    problems.push(`changes without a transaction: ${sequences}; the card is ${card.status}`);
  }
  return { card, states, problems };
}

const moved = ({ status }: State, transaction: TransactionRow): State => ({
  sequence: transaction.sequence,
  balanceCents: transaction.balance_after_cents,
  status: signOf(transaction.type) > 0 || status === "inactive" ? "active" : status,
  transaction,
});

const disabled = ({ balanceCents }: State, sequence: number): State => ({
  sequence,
  balanceCents,
  transaction: null,
  status: "disabled",
});
