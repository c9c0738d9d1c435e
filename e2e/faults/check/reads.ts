import type { CardHistory, State } from "./card-histories";
import { groupBy, lastWhere } from "./collections";
import type { Check, Context, Violation } from "./context";
import { type Attempt, doneAttempt, doneMs, type Operation, writtenMs } from "./index-history";
import { list } from "./json";
import { kindOf, pathOf } from "./kinds";
import { CLOCK_SLACK_MS } from "./links";
import type { CardView } from "./views";

const CHECK = "reads";

/** A card as an answer showed it: it was so at a time between `fromMs` and `toMs`. */
type Sight = CardView & { n: number; fromMs: number; toMs: number };

/** What is known by a time: the card has at least this state. */
type Known = { atMs: number; sequence: number };

/**
 * Every balance that an answer shows is one that the card had between the question and the answer. So none is older
 * than what was acknowledged before the question, or than what an earlier answer showed.
 */
export const reads: Check = function* (context) {
  const { index, cards } = context;
  const sights = sightsByCard(context);
  const earliest = earliestTimes(context);
  const disabledMs = disabledTimes(context);
  yield* wrongBalances(context);
  for (const [cardId, seen] of sights) {
    for (const sight of seen) yield* impossible(sight);
    const covered = seen.filter(({ toMs }) => index.ledger.snapshotAfterMs(toMs) !== Infinity);
    const history = cards.get(cardId);
    const disabled = disabledMs.get(cardId) ?? Infinity;
    if (history) yield* stale(context, history, covered, { earliest, disabled });
    else for (const sight of covered) yield at(sight, "isn't in the ledger");
  }
};

const at = ({ cardId, n, toMs }: Sight, what: string): Violation => ({
  check: CHECK,
  what: `operation ${n}: card ${cardId} ${what}`,
  atMs: toMs,
  ops: [n],
});

function* impossible(sight: Sight): Iterable<Violation> {
  const { balanceCents, availableCents } = sight;
  if (balanceCents < 0) yield at(sight, `was shown with a balance of ${balanceCents}`);
  if (availableCents !== null && (availableCents < 0 || availableCents > balanceCents))
    yield at(sight, `was shown with ${availableCents} available of ${balanceCents}`);
}

function sightsByCard({ index }: Context): Map<string, Sight[]> {
  const sights = [...index.operations.values()].flatMap((operation) =>
    operation.attempts.flatMap((attempt) => {
      const fromMs = askedMs(operation, attempt);
      const seen = { n: operation.n, fromMs, toMs: attempt.endedMs ?? Infinity };
      return attempt.views.cards.map((view) => ({ ...view, ...seen }));
    }),
  );
  return groupBy(sights, ({ cardId }) => cardId);
}

/** From when on an answer may show a card: the answer to an earlier attempt is kept, but for a till's. */
function askedMs({ ask: first }: Operation, { ask }: Attempt): number {
  const isKept = ask.key !== null && ask.method === "POST" && !kindOf(ask)?.readsAfter;
  return isKept ? first.atMs : ask.atMs;
}

/** The earliest time of each change, by card and sequence: when it was asked for, and its transaction began. */
function earliestTimes({ index, links }: Context): Map<string, number> {
  const times = new Map<string, number>();
  for (const event of index.ledger.tables.events.values()) {
    const ops = [...(links.ofTransaction.get(event.transaction_id ?? "") ?? [])];
    const asks = ops.map((n) => index.operations.get(n)?.ask.atMs ?? 0);
    const askedMs = asks.length > 0 ? Math.min(...asks) : 0;
    const begunMs = writtenMs(index, event) - CLOCK_SLACK_MS;
    times.set(keyOf(event.card_id, event.sequence), Math.max(askedMs, begunMs));
  }
  return times;
}

const DISABLES = /\/(disable|replace|void)$/;

/** When clients knew that a card was disabled, by card. */
function disabledTimes({ index }: Context): Map<string, number> {
  const times = new Map<string, number>();
  for (const operation of index.operations.values()) {
    const { ask } = operation;
    if (ask.method !== "POST" || !DISABLES.test(pathOf(ask))) continue;
    const done = doneAttempt(operation);
    const bulk = list(done?.answer?.body, "changed");
    const ids = ask.path.includes("/bulk/") ? bulk : [pathOf(ask).split("/")[4]];
    for (const id of ids) if (done && typeof id === "string") times.set(id, doneMs(operation));
  }
  return times;
}

/** The balance in the answer to a movement is the one right after it. A till's is the one of the moment. */
function* wrongBalances({ index, links }: Context): Iterable<Violation> {
  for (const operation of index.operations.values()) {
    const done = doneAttempt(operation);
    if (!done || kindOf(operation.ask)?.readsAfter) continue;
    const views = done.views.cards;
    for (const id of links.ofOperation.get(operation.n) ?? []) {
      const row = index.ledger.tables.transactions.get(id);
      const view = views.find(({ cardId }) => cardId === row?.card_id);
      if (!row || !view || view.balanceCents === row.balance_after_cents) continue;
      const sight = { ...view, n: operation.n, fromMs: 0, toMs: done.endedMs ?? 0 };
      yield at(sight, `was answered with ${view.balanceCents}, not ${row.balance_after_cents}`);
    }
  }
}

const keyOf = (cardId: string, sequence: number) => `${cardId} ${sequence}`;

function* stale(
  context: Context,
  { card, states }: CardHistory,
  sights: Sight[],
  { earliest, disabled }: { earliest: Map<string, number>; disabled: number },
): Iterable<Violation> {
  let latestMs = -Infinity;
  const fromMs = states.map(({ sequence }) => {
    latestMs = Math.max(latestMs, earliest.get(keyOf(card.id, sequence)) ?? 0);
    return latestMs;
  });
  const known = acknowledgedStates(context, states, disabled);
  const seen = [...sights].sort((a, b) => a.toMs - b.toMs);
  let next = 0;
  const sure: Known[] = [];
  for (const sight of seen) {
    for (; next < known.length && (known[next]?.atMs ?? 0) <= sight.toMs; next++)
      learn(sure, known[next]);
    const first = sure[lastWhere(sure, ({ atMs }) => atMs < sight.fromMs)]?.sequence ?? 0;
    const last = lastWhere(fromMs, (ms) => ms <= sight.toMs);
    const possible = states.slice(first, last + 1);
    const match = possible.find((state) => shows(sight, state));
    if (match) learn(sure, { atMs: sight.toMs, sequence: match.sequence });
    else
      yield at(sight, `was shown ${shown(sight)}, and was ${possible.map(stateText).join(", ")}`);
  }
}

/** Adds what is known from a time on, if that is more than before. Times come in order. */
function learn(sure: Known[], fact: Known | undefined): void {
  if (fact && fact.sequence > (sure.at(-1)?.sequence ?? 0)) sure.push(fact);
}

function acknowledgedStates(
  { index, links }: Context,
  states: State[],
  disabledMs: number,
): Known[] {
  const disabled = states.find(({ status }) => status === "disabled");
  const known = states.flatMap(({ transaction, sequence }) =>
    [...(links.ofTransaction.get(transaction?.id ?? "") ?? [])].flatMap((n) => {
      const operation = index.operations.get(n);
      return operation ? [{ atMs: doneMs(operation), sequence }] : [];
    }),
  );
  if (disabled) known.push({ atMs: disabledMs, sequence: disabled.sequence });
  return known.filter(({ atMs }) => atMs !== Infinity).sort((a, b) => a.atMs - b.atMs);
}

const shows = ({ balanceCents, status }: Sight, state: State): boolean =>
  balanceCents === state.balanceCents && (status === null || status === state.status);

const shown = ({ balanceCents, status }: Sight) => `${balanceCents}${status ? ` ${status}` : ""}`;

const MAX_SHOWN_STATES = 5;

const stateText = ({ balanceCents, status }: State, i: number) =>
  i < MAX_SHOWN_STATES ? `${balanceCents} ${status}` : "…";
