import type { Check, Violation } from "./context";
import { doneAttempt, doneMs, type Index, type Operation } from "./index-history";
import { list, number, text } from "./json";
import { type Kind, kindOf } from "./kinds";
import { acknowledgedIds, isRefused, type Links } from "./links";
import type { TransactionRow } from "./rows";
import type { MovementView } from "./views";

const CHECK = "acknowledged";

/**
 * Every operation that was answered with success is in the ledger once, as it was answered; one that was refused isn't;
 * what is in the ledger stays there.
 */
export const acknowledged: Check = function* ({ index, links }) {
  const { ledger, operations, strays } = index;
  for (const { what, atMs } of [...ledger.changes, ...strays])
    yield { check: CHECK, what, atMs, ops: [] };
  for (const operation of operations.values()) {
    yield* shownTransactions(index, operation);
    const kind = kindOf(operation.ask);
    if (kind) yield* movement(index, links, operation, kind);
    else yield* created(index, operation);
  }
};

const violation = ({ n }: Operation, atMs: number, what: string): Violation => ({
  check: CHECK,
  what: `operation ${n}: ${what}`,
  atMs,
  ops: [n],
});

/** What an answer shows of transactions is what the ledger has. */
function* shownTransactions({ ledger }: Index, operation: Operation): Iterable<Violation> {
  for (const attempt of operation.attempts) {
    const atMs = attempt.endedMs ?? 0;
    // One that was answered while the snapshot began may be missing there.
    const snapshotMs = ledger.snapshotAfterMs(atMs);
    const isCovered = snapshotMs !== Infinity;
    for (const view of isCovered ? attempt.views.movements : []) {
      const row = ledger.tables.transactions.get(view.id);
      const difference = row ? differs(view, row) : "isn't in the ledger";
      if (difference)
        yield violation(operation, atMs, `transaction ${view.id} was shown and ${difference}`);
      if ((ledger.firstSeenMs.get(view.id) ?? 0) > snapshotMs)
        yield violation(operation, atMs, `transaction ${view.id} was shown before it was there`);
    }
  }
}

function differs(view: MovementView, row: TransactionRow): string | null {
  const pairs = [
    ["card", view.cardId, row.card_id],
    ["amount", view.amountCents, row.amount_cents],
    ["type", view.type, row.type],
    ["balance", view.balanceAfterCents, row.balance_after_cents],
    ["sequence", view.sequence, row.sequence],
  ] as const;
  const different = pairs.find(([, shown, stored]) => shown !== null && shown !== stored);
  return different ? `its ${different[0]} is ${different[2]}, not ${different[1]}` : null;
}

function* movement(
  { ledger }: Index,
  links: Links,
  operation: Operation,
  kind: Kind,
): Iterable<Violation> {
  const linked = [...(links.ofOperation.get(operation.n) ?? [])];
  const rows = linked.flatMap((id) => ledger.tables.transactions.get(id) ?? []);
  const atMs = operation.attempts.at(-1)?.endedMs ?? operation.ask.atMs;
  if (acknowledgedIds(operation).length > 1)
    yield violation(operation, atMs, "its answers name different transactions");
  const slots = rows.map(({ type, card_id }) => (kind.perCard ? `${type} ${card_id}` : type));
  const doubled = slots.find((slot, i) => slots.indexOf(slot) !== i);
  if (doubled) yield violation(operation, atMs, `it is in the ledger more than once (${doubled})`);
  if (isRefused(operation) && rows.length > 0)
    yield violation(operation, atMs, "it was refused, and is in the ledger");
  if (ledger.snapshotAfterMs(doneMs(operation)) === Infinity) return;
  // Only a snapshot at rest has the gifts.
  const isKnown = ledger.isAtRest || kind.name !== "settle gift";
  const expected = isKnown ? expectedMovements(operation, kind) : 0;
  if (rows.length < expected)
    yield violation(operation, doneMs(operation), "it was acknowledged, and isn't in the ledger");
  const wrong = rows.find((row) => !hasAmount(operation, kind, row));
  if (wrong)
    yield violation(operation, atMs, `transaction ${wrong.id} is of ${wrong.amount_cents}`);
}

/** How many transactions an operation that was done made at least. */
function expectedMovements(operation: Operation, { name, moves }: Kind): number {
  const { ask } = operation;
  const body = doneAttempt(operation)?.answer?.body;
  if (name === "reverse") return text(body, "outcome") === "nothing_to_reverse" ? 0 : 1;
  // The cards of a batch are activated later, and there may be none.
  if (name === "disable" || name === "settle shop" || name === "activate batch") return 0;
  if (name === "replace") return (number(body, "card", "balanceCents") ?? 0) > 0 ? moves.length : 0;
  if (name === "create cards")
    return number(ask.body, "amountCents") ? list(body, "cards").length : 0;
  if (ask.path.endsWith("/bulk/activate")) return list(body, "changed").length;
  if (name === "write off" && !text(body, "transaction", "id")) return 0;
  return name === "transfer" ? moves.length : 1;
}

/** Whether a transaction is of the amount that was asked for. A partial redemption may take less. */
function hasAmount({ ask }: Operation, { name }: Kind, row: TransactionRow): boolean {
  const asked = number(ask.body, "amountCents");
  if (asked === undefined || row.type === "transfer_in") return true;
  const isAtTill = ask.path.startsWith("/api/till/");
  const mayTakeLess = JSON.stringify(ask.body).includes('"allowPartial":true') || isAtTill;
  const isRedemption = name === "redeem";
  return mayTakeLess && isRedemption ? row.amount_cents <= asked : row.amount_cents === asked;
}

const CREATES: readonly [path: RegExp, table: "cards" | "holds", id: string][] = [
  [/^\/api\/v1\/cards$/, "cards", "uuid"],
  [/^\/api\/v1\/cards\/[^/]+\/holds$/, "holds", "id"],
];

/** Cards and holds that were created are there. */
function* created({ ledger }: Index, operation: Operation): Iterable<Violation> {
  const { ask } = operation;
  const atMs = doneMs(operation);
  if (ask.method !== "POST" || ledger.snapshotAfterMs(atMs) === Infinity) return;
  const body = doneAttempt(operation)?.answer?.body;
  for (const [path, table, name] of CREATES) {
    if (!path.test(ask.path) || (table === "holds" && !ledger.isAtRest)) continue;
    const id = text(body, name);
    if (!id || !ledger.tables[table].has(id))
      yield violation(operation, atMs, `it created ${id}, which isn't in ${table}`);
  }
}
