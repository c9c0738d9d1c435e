import { CLIENT_WAITS_MS } from "../history";
import { groupBy } from "./collections";
import type { Check, Context, Violation } from "./context";
import { endsProcess, faultsBetween, isNoticed, keepsAnswers } from "./fault-effects";
import { type Attempt, type FaultSpan, type Index, isDone, type Operation } from "./index-history";
import { text } from "./json";
import { kindOf } from "./kinds";

/** From the end of a fault until each instance answers again. */
export const MAX_RECOVERY_MS = 5_000;
/** A process that was killed may be noticed a little later. */
const NOTICED_WITHIN_MS = 2_000;

/** When clients hang up, by a clock that may be a little early. */
const HANGS_UP_MS = CLIENT_WAITS_MS - 20;
/** How long a fault explains a failed attempt after its end. */
const EXPLAINS_MS = 10_000;

/**
 * No client waits longer than 10 s unless a fault keeps the answer from it, and no answer is a 5xx other than 503
 * "unavailable" with a fault that clients notice there or within 10 s times the patience before. At rest, each operation
 * has a definite answer, but for those that clients ask for only once. With a patience of more than 1, for a machine that
 * does other things, such a fault also explains a client that hung up after 10 s; without one, that is a violation.
 */
export const answers: Check = function* (context) {
  const { ledger, operations } = context.index;
  for (const operation of operations.values()) {
    yield* operation.attempts.flatMap((attempt) => [...badAnswers(context, attempt)]);
    if (ledger.isAtRest && !hasDefiniteAnswer(operation) && !isAskedOnce(operation))
      yield answerViolation(operation.attempts.at(-1) ?? operation, "has no definite answer");
  }
};

function answerViolation(
  { ask, endedMs = null }: Pick<Attempt, "ask"> & Partial<Attempt>,
  what: string,
): Violation {
  const { n, verb, instance } = ask;
  const operation = `operation ${n} (${verb}) at ${instance}`;
  return { check: "answers", what: `${operation} ${what}`, atMs: endedMs ?? ask.atMs, ops: [n] };
}

function* badAnswers(context: Context, attempt: Attempt): Iterable<Violation> {
  const { answer } = attempt;
  const waitedMs = waitedAlone(context, attempt);
  const isTooLong = waitedMs > (answer ? CLIENT_WAITS_MS : HANGS_UP_MS);
  const isExplained = faultsNear(context, attempt).length > 0;
  if (isTooLong && !(context.patience > 1 && isExplained))
    yield answerViolation(attempt, `waited ${Math.round(waitedMs)} ms`);
  if (!answer || answer.status < 500) return;
  if (answer.status !== 503) yield answerViolation(attempt, `was answered with ${answer.status}`);
  else if (!isUnavailable(attempt))
    yield answerViolation(attempt, 'was answered with 503 without "unavailable"');
  if (!isExplained)
    yield answerViolation(attempt, `was answered with ${answer.status} without a fault`);
}

/** The faults that explain that an attempt failed. */
const faultsNear = ({ index, patience }: Context, { ask, endedMs }: Attempt): FaultSpan[] =>
  faultsBetween(index, ask.atMs - EXPLAINS_MS * patience, endedMs ?? index.lastMs).filter(
    isNoticed,
  );

/** Whether the last answer says what became of the operation. */
function hasDefiniteAnswer({ attempts }: Operation): boolean {
  const answer = attempts.at(-1)?.answer;
  const isInProgress = text(answer?.body, "error") === "idempotency_in_progress";
  return answer != null && answer.status < 500 && !isInProgress;
}

/** Without a key, a client doesn't ask again for what moves money, but for settling a gift, which happens once. */
function isAskedOnce({ ask }: Operation): boolean {
  const kind = kindOf(ask);
  return ask.key === null && kind !== null && kind.name !== "settle gift";
}

/** The probe of a load balancer has an answer of its own. */
const isUnavailable = ({ ask, answer }: Attempt): boolean =>
  text(answer?.body, "error") === "unavailable" || ask.path.startsWith("/api/ready");

/** How long a client waited while nothing kept the answer from it. */
function waitedAlone({ index }: Context, { ask, endedMs }: Attempt): number {
  const toMs = endedMs ?? index.lastMs;
  const keeping = faultsBetween(index, ask.atMs, toMs).filter((span) =>
    keepsAnswers(span, ask.instance),
  );
  const fromMs = Math.max(ask.atMs, ...keeping.map(({ endsMs }) => Math.min(endsMs, toMs)));
  return toMs - fromMs;
}

type Probes = Map<string, Attempt[]>;

/** The attempts of each instance's probe, in order. */
export function probesOf({ operations }: Index): Probes {
  const attempts = [...operations.values()]
    .filter(({ ask }) => ask.actor.startsWith("probe:"))
    .flatMap((operation) => operation.attempts)
    .sort((a, b) => a.ask.atMs - b.ask.atMs);
  return groupBy(attempts, ({ ask }) => ask.actor.slice("probe:".length));
}

/** After a fault, each instance answers again within 5 s; without one, it is never away for so long. */
export const recovery: Check = function* (context) {
  const { index, patience } = context;
  const boundMs = MAX_RECOVERY_MS * patience;
  const probes = probesOf(index);
  const noticed = index.faults.filter(isNoticed);
  for (const span of noticed) {
    const { endsMs, fault, id } = span;
    const dueMs = endsMs + boundMs;
    // The last one of faults that overlap counts.
    const others = faultsBetween({ faults: noticed }, endsMs, dueMs).filter((one) => one !== span);
    if (endsMs === Infinity || dueMs > index.lastMs) continue;
    for (const [instance, attempts] of probes) {
      const back = attempts.find(({ ask, answer }) => ask.atMs >= endsMs && isDone(answer));
      const backMs = back?.endedMs ?? Infinity;
      const next = others.find((one) => one.beginsMs < Math.min(backMs, dueMs));
      if (backMs <= dueMs || next) continue;
      const afterMs = Math.round(backMs - endsMs);
      const what = `${instance} answered ${afterMs} ms after the end of fault ${id} (${fault.name})`;
      yield { check: "recovery", what, atMs: endsMs, ops: back ? [back.ask.n] : [] };
    }
  }
  yield* failedProbes(context, probes, boundMs);
};

/** Outages without a fault: a probe that fails for longer than an instance may be away after one. */
function* failedProbes({ index }: Context, probes: Probes, boundMs: number): Iterable<Violation> {
  for (const [instance, attempts] of probes) {
    let since: Attempt | null = null;
    for (const attempt of attempts) {
      const { ask, endedMs, answer } = attempt;
      const near = faultsBetween(index, ask.atMs - boundMs, endedMs ?? Infinity).filter(isNoticed);
      const hasFailed = endedMs !== null && !isDone(answer) && near.length === 0;
      since = hasFailed ? (since ?? attempt) : null;
      if (!since || (endedMs ?? 0) - since.ask.atMs <= boundMs) continue;
      const what = `${instance} didn't answer its probe for ${boundMs} ms without a fault`;
      yield { check: "recovery", what, atMs: since.ask.atMs, ops: [since.ask.n] };
      break;
    }
  }
}

/** A statement or a lock that took too long, or a standby: what failed is done again. */
const BUSY_CODE = /"code":"(57014|55P03|25006)"/;

/**
 * No process ends by itself, and none logs an error, but for those that a fault ended. What was busy is no error within
 * 10 s times the patience of a fault that clients notice.
 */
export const troubles: Check = function* ({ index, patience }) {
  for (const { instance, text, atMs } of index.troubles) {
    const near = faultsBetween(index, atMs - NOTICED_WITHIN_MS, atMs);
    if (near.some((span) => endsProcess(span, instance))) continue;
    const explaining = faultsBetween(index, atMs - EXPLAINS_MS * patience, atMs);
    if (BUSY_CODE.test(text) && explaining.some(isNoticed)) continue;
    yield { check: "troubles", what: `${instance}: ${text.slice(0, 500)}`, atMs, ops: [] };
  }
};
