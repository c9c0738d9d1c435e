import { groupBy } from "./collections";
import type { Check, Violation } from "./context";
import { doneAttempt, doneMs, type Index, type Operation } from "./index-history";
import { list, number, text } from "./json";
import { pathOf } from "./kinds";
import { isRefused } from "./links";

const CHECK = "outcomes";

type Problem = string | null;
/** What is wrong with the row of what was asked for with success: the id in its path, and its answer's body. */
type Outcome = (index: Index, id: string, body: unknown) => Problem;

const isDisabled: Outcome = ({ ledger }, id) => {
  const card = ledger.tables.cards.get(id);
  return card?.status === "disabled" ? null : `card ${id} was disabled, and is ${card?.status}`;
};

const isReplaced: Outcome = (index, id, body) => {
  const by = index.ledger.tables.cards.get(id)?.replaced_by_id;
  if (by === text(body, "card", "uuid")) return isDisabled(index, id, body);
  return `card ${id} was replaced by ${text(body, "card", "uuid")}, and has ${by}`;
};

const isReleased: Outcome = ({ ledger }, id) => {
  const hold = ledger.tables.holds.get(id);
  return hold?.status === "released" ? null : `hold ${id} was released, and is ${hold?.status}`;
};

const hasOwner: Outcome = ({ ledger }, id) =>
  ledger.tables.cards.get(id)?.owner_id ? null : `card ${id} was claimed, and has no owner`;

const isClosed: Outcome = ({ ledger }, _id, body) => {
  const [device, count] = [
    text(body, "closing", "device", "id"),
    number(body, "closing", "number"),
  ];
  if (ledger.tables.till_closings.has(`${device} ${count}`)) return null;
  return `closing ${count} of till ${device} isn't there`;
};

const OUTCOMES: readonly [path: RegExp, outcome: Outcome][] = [
  [/^\/api\/(?:v1|portal)\/cards\/([0-9a-f-]{36})\/(?:disable|void)$/, isDisabled],
  [/^\/api\/v1\/cards\/([^/]+)\/replace$/, isReplaced],
  [/^\/api\/v1\/holds\/([^/]+)\/release$/, isReleased],
  [/^\/api\/v1\/cards\/([^/]+)\/claim$/, hasOwner],
  [/^\/api\/wallet\/claim$/, (index, _id, body) => hasOwner(index, text(body, "uuid") ?? "", body)],
  [/^\/api\/till\/closings$/, isClosed],
];

/** At rest, what was acknowledged and moved no money is as it was answered, if nothing later could change that. */
export const outcomes: Check = function* ({ index }) {
  const { ledger, operations } = index;
  if (!ledger.isAtRest) return;
  const posts = [...operations.values()].filter(({ ask }) => ask.method === "POST");
  for (const operation of posts) {
    const body = doneAttempt(operation)?.answer?.body;
    if (body === undefined) continue;
    for (const problem of problemsOf(index, operation, body)) yield violation(operation, problem);
  }
  yield* wronglyFrozen(index, posts);
};

function problemsOf(index: Index, { ask }: Operation, body: unknown): string[] {
  const path = pathOf(ask);
  const problems: Problem[] = OUTCOMES.flatMap(([pattern, outcome]) => {
    const match = pattern.exec(path);
    return match ? [outcome(index, match[1] ?? "", body)] : [];
  });
  if (path === "/api/portal/cards/bulk/disable")
    for (const id of list(body, "changed")) problems.push(isDisabled(index, String(id), body));
  return problems.filter((problem) => problem !== null);
}

const violation = (operation: Operation, problem: string): Violation => ({
  check: CHECK,
  what: `operation ${operation.n}: ${problem}`,
  atMs: doneMs(operation),
  ops: [operation.n],
});

const FREEZES = /^\/api\/v1\/cards\/([^/]+)\/(freeze|unfreeze)$/;

/**
 * A card is frozen or not as it was last acknowledged. Another request that was under way since that one was asked for
 * may have come later, so it must want the same. A card that is disabled isn't frozen.
 */
function* wronglyFrozen({ ledger }: Index, posts: Operation[]): Iterable<Violation> {
  const asked = posts.flatMap((operation) => {
    const [, id, verb] = FREEZES.exec(pathOf(operation.ask)) ?? [];
    return id && !isRefused(operation) ? [{ operation, id, verb, toMs: doneMs(operation) }] : [];
  });
  for (const [id, changes] of groupBy(asked, (change) => change.id)) {
    const card = ledger.tables.cards.get(id);
    const done = changes.filter(({ toMs }) => toMs !== Infinity).sort((a, b) => a.toMs - b.toMs);
    const last = done.at(-1);
    if (!card || !last || card.status === "disabled") continue;
    const later = changes.filter(({ toMs }) => toMs > last.operation.ask.atMs);
    const isFrozen = card.frozen_reason !== null;
    const isSure = later.every(({ verb }) => verb === last.verb);
    if (isSure && isFrozen !== (last.verb === "freeze"))
      yield violation(last.operation, `card ${id} is ${isFrozen ? "" : "not "}frozen`);
  }
}
