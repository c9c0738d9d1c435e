import postgres from "postgres";
import { unavailable } from "@/lib/base/errors";
import { laterId } from "@/lib/base/ids";
import { isTracing, outsideTraces } from "@/lib/base/observe/trace";
import { inBucket, ofCurrentBucket } from "@/lib/db/client/buckets";
import { callPool, INTERNAL_ERROR, LOCK_TIMEOUT } from "@/lib/db/client/client";
import { isNodeLost } from "@/lib/db/client/outage";
import { waitLimitMs } from "@/lib/db/client/pool";
import type { MoveInput } from "./move-input";
import type { MovementResult, Outcome } from "./records";

type QueuedMovement = {
  input: MoveInput;
  /** `input` as JSON without the closing brace, so that the transaction's id can be appended. */
  json: string;
  newId: () => string;
  queuedAtMs: number;
  /** Sent alone: as isSentAlone() says, or after an error in a group, to find the movement that caused it. */
  alone: boolean;
  resolve: (outcome: Outcome<MovementResult>) => void;
  reject: (error: unknown) => void;
};

type Group = { sentAtMs: number };

/** The movements of one bucket. */
type Queue = {
  bucket: string;
  waiting: QueuedMovement[];
  groupsInFlight: Set<Group>;
  /** Includes the movements of a group that just returned while the next one is formed. */
  movementsInFlight: number;
  /** Sends the next group if the current one is slow. */
  timer: NodeJS.Timeout | null;
  /** Movements on locked cards, retried in a group per card that waits for the lock, and those sent alone. */
  blocked: QueuedMovement[];
  cardsInFlight: Set<string>;
};

/** Larger groups save little more time per movement, and each movement waits longer. */
const MAX_GROUP_SIZE = 16;
/** The second group is sent only when it is full or the first is slow, so that groups stay large. */
const MAX_CONCURRENT_GROUPS = 2;
/** New movements don't wait for a group that takes longer than this. */
const SLOW_GROUP_MS = 20;
/** Limits how many locked cards are retried at once. A card that is locked for long blocks one slot. */
const MAX_LOCKED_CARDS_TRIED_AT_ONCE = 2;

// On globalThis, because routes and the server can each have a copy of this module.
const QUEUE_SYMBOL = Symbol.for("scrip.movements");
const globals = globalThis as { [QUEUE_SYMBOL]?: Map<string, Queue> };

function currentQueue(): Queue {
  globals[QUEUE_SYMBOL] ??= new Map();
  return ofCurrentBucket(globals[QUEUE_SYMBOL], newQueue);
}

const newQueue = (bucket: string): Queue => ({
  bucket,
  waiting: [],
  groupsInFlight: new Set(),
  movementsInFlight: 0,
  timer: null,
  blocked: [],
  cardsInFlight: new Set(),
});

/**
 * Makes a movement and returns its outcome, which can be a refusal. Waiting movements share one call of
 * lib/ledger/post/move.sql and one commit, to spread their cost. A movement is sent immediately if no other is in
 * flight. Throws Postgres errors of this movement only.
 */
export function commitInGroup(input: MoveInput): Promise<Outcome<MovementResult>> {
  return new Promise((resolve, reject) => {
    const json = JSON.stringify(input).slice(0, -1);
    const queuedAtMs = performance.now();
    const movement = { input, json, newId: laterId(), queuedAtMs, alone: false, resolve, reject };
    const q = currentQueue();
    if (isSentAlone(input)) return sendForCard(q, movement, true);
    q.waiting.push(movement);
    if (isTracing()) outsideTraces(() => sendGroups(q));
    else sendGroups(q);
  });
}

/**
 * A till's movement locks the amounts of two holders, and one with an owner can insert a consumer, which comes after
 * the limits: groups would do both in different orders.
 */
const isSentAlone = ({ rare, owner }: MoveInput): boolean =>
  Boolean(owner) || (rare !== null && rare !== undefined && "till" in rare);

function sendGroups(q: Queue): void {
  q.waiting = refuseLate(q.waiting, unavailable);
  while (isGroupReady(q)) sendGroup(q);
  if (q.waiting.length > 0) q.timer ??= setTimeout(onTimer, SLOW_GROUP_MS, q).unref();
}

function sendGroup(q: Queue): void {
  const [movements, others] = split(q.waiting, groupSize(q));
  q.waiting = others;
  q.movementsInFlight += movements.length;
  const group = { sentAtMs: performance.now() };
  q.groupsInFlight.add(group);
  void send(q, movements, false, () => {
    q.groupsInFlight.delete(group);
    // Before the subtraction, because the clients of this group are about to send their next movements.
    sendGroups(q);
    q.movementsInFlight -= movements.length;
  });
}

function onTimer(q: Queue): void {
  q.timer = null;
  sendGroups(q);
}

/** Half of the open movements, so that this process prepares one half while Postgres runs the other. */
const groupSize = ({ waiting, movementsInFlight }: Queue) =>
  Math.min(MAX_GROUP_SIZE, Math.ceil((waiting.length + movementsInFlight) / 2));

/** Whether to send the next group now instead of waiting for more movements. */
function isGroupReady({ waiting, groupsInFlight }: Queue): boolean {
  if (waiting.length === 0 || groupsInFlight.size === MAX_CONCURRENT_GROUPS) return false;
  const [first] = groupsInFlight;
  if (!first || waiting.length >= MAX_GROUP_SIZE) return true;
  return performance.now() - first.sentAtMs >= SLOW_GROUP_MS;
}

function sendCardGroups(q: Queue): void {
  q.blocked = refuseLate(q.blocked, lockedTooLong);
  while (q.cardsInFlight.size < MAX_LOCKED_CARDS_TRIED_AT_ONCE) {
    const first = q.blocked.find((one) => !q.cardsInFlight.has(cardOf(one)));
    if (!first) return;
    const [group, others] = split(q.blocked, MAX_GROUP_SIZE, (one) => canShareGroup(first, one));
    q.blocked = others;
    q.cardsInFlight.add(cardOf(first));
    void send(q, group, true, () => {
      q.cardsInFlight.delete(cardOf(first));
      sendCardGroups(q);
    });
  }
}

/** As if it had waited for the lock itself. */
const lockedTooLong = () =>
  Object.assign(new Error("The card was locked for too long."), { code: LOCK_TIMEOUT });

/**
 * Refuses the movements that have waited too long, such as for a database that is away, because their clients don't
 * wait for the answer. Returns the others.
 */
function refuseLate(all: QueuedMovement[], reason: () => Error): QueuedMovement[] {
  const fromMs = performance.now() - waitLimitMs();
  const isLate = ({ queuedAtMs }: QueuedMovement) => queuedAtMs < fromMs;
  if (!all.some(isLate)) return all;
  for (const { reject } of all.filter(isLate)) reject(reason());
  return all.filter((one) => !isLate(one));
}

/** Splits off a group of up to `most`. A second request with the same key waits for the first. */
function split(
  all: QueuedMovement[],
  most: number,
  matches: (one: QueuedMovement) => boolean = () => true,
): [QueuedMovement[], QueuedMovement[]] {
  const keys = new Set<string>();
  const group: QueuedMovement[] = [];
  const others = all.filter((one) => {
    const { merchant, key } = one.input;
    const name = key && `${merchant} ${key}`;
    const stays = group.length === most || !matches(one) || (name && keys.has(name));
    if (stays) return true;
    if (name) keys.add(name);
    group.push(one);
    return false;
  });
  return [group, others];
}

const cardOf = ({ input }: QueuedMovement): string => input.card ?? input.code_hmac ?? "";

const canShareGroup = (first: QueuedMovement, one: QueuedMovement): boolean =>
  one === first || (!first.alone && !one.alone && cardOf(one) === cardOf(first));

/** Sends a group to the ledger. `next` can send another one before these outcomes are parsed. */
async function send(
  q: Queue,
  group: QueuedMovement[],
  waits: boolean,
  next: () => void,
): Promise<void> {
  const answer = await callLedger(q, group, waits);
  next();
  setImmediate(answer);
}

/** Calls the ledger. Returns a function that settles the movements or retries those on locked cards. */
async function callLedger(q: Queue, group: QueuedMovement[], waits: boolean): Promise<() => void> {
  group.sort(compareByActor);
  try {
    // Ids are created after sorting, so that a card's later movement has the later id.
    const movements = group.map(({ json, newId }) => `${json},"transaction":"${newId()}"}`);
    // As one text, which is parsed after the next call is sent.
    const ledger = inBucket(q.bucket, () => callPool("move_together"));
    const [row] = await ledger<{ outcomes: string; count: number; deliveries: number }[]>`
      select json_agg(outcome)::text as outcomes, count(*)::int, max(deliveries) as deliveries
        from move_together(${`[${movements.join()}]`}, ${waits})`;
    // Without an outcome, it is unknown whether the movement was made, so it must not be sent again.
    if (row?.count !== group.length)
      throw new Error("the ledger returned outcomes of another group");
    return () => {
      const outcomes = outcomesOf(row.outcomes);
      for (const [n, one] of group.entries()) {
        const outcome = outcomes[n];
        if (outcome) one.resolve({ ...outcome, deliveries: row.deliveries });
        else if (waits) one.reject(new Error("the ledger gave no outcome"));
        else sendForCard(q, one, false);
      }
    };
  } catch (error) {
    return () => {
      for (const one of group) {
        // After an ERROR the transaction is rolled back; retry each alone to find the bad one. After a FATAL, it may
        // have been committed, and so it may if Citus lost its connection to the bucket's node.
        const isRolledBack =
          error instanceof postgres.PostgresError &&
          error.severity === "ERROR" &&
          !isNodeLost(error) &&
          error.code !== INTERNAL_ERROR;
        if (!isRolledBack) one.reject(error);
        else if (!waits) sendForCard(q, one, false);
        else if (group.length > 1 && error.code !== LOCK_TIMEOUT) sendForCard(q, one, true);
        else one.reject(error);
      }
    };
  }
}

const outcomesOf = (json: string): (Outcome<MovementResult> | null)[] => JSON.parse(json);

function sendForCard(q: Queue, one: QueuedMovement, alone: boolean): void {
  q.blocked.push({ ...one, alone });
  sendCardGroups(q);
}

/** The order in which all code locks rate limits: by actor, then the limit on money first. */
const compareByActor = ({ input: a }: QueuedMovement, { input: b }: QueuedMovement) =>
  compare(a.actor, b.actor) || compare(limitNameOf(b), limitNameOf(a));

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const limitNameOf = ({ limits }: MoveInput) => limits[0]?.name ?? "";
