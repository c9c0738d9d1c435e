import postgres from "postgres";
import { ledger } from "../db/client";
import { LOCK_TIMEOUT } from "../db/failures";
import { newId } from "../ids";
import type { MoveInput } from "./movement";
import type { Moved } from "./records";
import type { Outcome } from "./unwrap-outcome";

type Waiting = {
  input: MoveInput;
  /** `input` as JSON, whose end is left open for its transaction's id: made as it comes. */
  json: string;
  /** By itself, to show whether it was to blame. */
  alone: boolean;
  done: (outcome: Outcome<Moved>) => void;
  failed: (error: unknown) => void;
};

type Group = { sentAtMs: number };

type Queue = {
  waiting: Waiting[];
  groupsUnderWay: Set<Group>;
  /** Of groups under way, and of the one just back while the next is put together. */
  movementsUnderWay: number;
  /** Looks after those who wait behind a group that is held up. */
  timer: NodeJS.Timeout | null;
  /** Those that could not leave with anybody: they wait for their card, which is named here meanwhile. */
  forCard: Waiting[];
  cardsUnderWay: Set<string>;
};

/** More share hardly less of what a call and a commit cost, and wait longer for each other. */
const MOST_TOGETHER = 16;
/** Two at once are smaller than one after the other: the second leaves full, or when the first is held up. */
const GROUPS_AT_ONCE = 2;
/** Who comes while a group is away for longer does not wait for it. */
const HELD_UP_AFTER_MS = 20;
/** A card that is locked for long holds up one of these, and no group. */
const CARDS_AT_ONCE = 2;

// On globalThis, since routes and the server may each hold a copy of this module.
const QUEUE = Symbol.for("scrip.movements");
const store = globalThis as { [QUEUE]?: Queue };

function queue(): Queue {
  store[QUEUE] ??= {
    waiting: [],
    groupsUnderWay: new Set(),
    movementsUnderWay: 0,
    timer: null,
    forCard: [],
    cardsUnderWay: new Set(),
  };
  return store[QUEUE];
}

/**
 * The outcome of one movement; a refusal is an outcome. It shares its call of lib/ledger/move.sql and its
 * commit with others that wait, half of all at most: what both cost is spread over them. One that finds
 * nobody there is sent at once. Throws what Postgres did, for itself.
 */
export function commitInGroup(input: MoveInput): Promise<Outcome<Moved>> {
  return new Promise((done, failed) => {
    queue().waiting.push({
      input,
      json: JSON.stringify(input).slice(0, -1),
      alone: false,
      done,
      failed,
    });
    leaveTogether();
  });
}

function leaveTogether(): void {
  const q = queue();
  while (isTimeToLeave(q)) leave(q);
  if (q.waiting.length > 0) q.timer ??= setTimeout(lookAgain, HELD_UP_AFTER_MS).unref();
}

function leave(q: Queue): void {
  const [movements, others] = split(q.waiting, halfOfAll(q));
  q.waiting = others;
  q.movementsUnderWay += movements.length;
  const group = { sentAtMs: performance.now() };
  q.groupsUnderWay.add(group);
  void send(movements, false, () => {
    q.groupsUnderWay.delete(group);
    // Before these are taken off: whoever is answered now sends the next.
    leaveTogether();
    q.movementsUnderWay -= movements.length;
  });
}

function lookAgain(): void {
  queue().timer = null;
  leaveTogether();
}

/** Half of all, so that this process prepares the one half while Postgres works on the other. */
const halfOfAll = ({ waiting, movementsUnderWay }: Queue) =>
  Math.min(MOST_TOGETHER, Math.ceil((waiting.length + movementsUnderWay) / 2));

/** Whether the next group leaves now, and does not wait for more movements or for an answer. */
function isTimeToLeave({ waiting, groupsUnderWay }: Queue): boolean {
  if (waiting.length === 0 || groupsUnderWay.size === GROUPS_AT_ONCE) return false;
  const [first] = groupsUnderWay;
  if (!first || waiting.length >= MOST_TOGETHER) return true;
  return performance.now() - first.sentAtMs >= HELD_UP_AFTER_MS;
}

function leaveForCards(): void {
  const q = queue();
  while (q.cardsUnderWay.size < CARDS_AT_ONCE) {
    const first = q.forCard.find((one) => !q.cardsUnderWay.has(cardOf(one)));
    if (!first) return;
    const [group, others] = split(q.forCard, MOST_TOGETHER, (one) => leavesWith(first, one));
    q.forCard = others;
    q.cardsUnderWay.add(cardOf(first));
    void send(group, true, () => {
      q.cardsUnderWay.delete(cardOf(first));
      leaveForCards();
    });
  }
}

/** Those who leave, and the others; of requests with the same key the second waits for the first. */
function split(
  all: Waiting[],
  most: number,
  leaves: (one: Waiting) => boolean = () => true,
): [Waiting[], Waiting[]] {
  const keys = new Set<string>();
  const group: Waiting[] = [];
  const others = all.filter((one) => {
    const { merchant, key } = one.input;
    const name = key && `${merchant} ${key}`;
    const stays = group.length === most || !leaves(one) || (name && keys.has(name));
    if (stays) return true;
    if (name) keys.add(name);
    group.push(one);
    return false;
  });
  return [group, others];
}

const cardOf = ({ input }: Waiting): string => input.card ?? input.code_hmac ?? "";

const leavesWith = (first: Waiting, one: Waiting): boolean =>
  one === first || (!first.alone && !one.alone && cardOf(one) === cardOf(first));

/** Makes one call of the ledger; `next` may make another, before this one's answers are read and given. */
async function send(group: Waiting[], waits: boolean, next: () => void): Promise<void> {
  const answer = await callLedger(group, waits);
  next();
  setImmediate(answer);
}

/** What is left undone is sent again, to wait for its card. */
async function callLedger(group: Waiting[], waits: boolean): Promise<() => void> {
  group.sort(byActor);
  try {
    // Ids are made in the order in which the movements are: of a card's, the later has the later.
    const movements = group.map(({ json }) => `${json},"transaction":"${newId()}"}`);
    // Outcomes as text: the driver would parse them before the next call is on its way.
    const rows = await ledger()<{ outcome: string | null; deliveries: number }[]>`
      select outcome::text, deliveries from move_together(${`[${movements.join()}]`}, ${waits})`;
    // Without a row it is not known what became of a movement: it is not to be sent again.
    if (rows.length !== group.length) throw new Error("the ledger answered for another group");
    return () => {
      for (const [n, one] of group.entries()) {
        const { outcome, deliveries } = rows[n] ?? {};
        if (outcome) one.done({ ...outcomeOf(outcome), deliveries });
        else if (waits) one.failed(new Error("the ledger gave no outcome"));
        else sendAgain(one, false);
      }
    };
  } catch (error) {
    return () => {
      for (const one of group) {
        // Of what Postgres refused nothing is written; by itself each shows whether it was to blame.
        if (!(error instanceof postgres.PostgresError)) one.failed(error);
        else if (!waits) sendAgain(one, false);
        else if (group.length > 1 && error.code !== LOCK_TIMEOUT) sendAgain(one, true);
        else one.failed(error);
      }
    };
  }
}

const outcomeOf = (json: string): Outcome<Moved> => JSON.parse(json);

function sendAgain(one: Waiting, alone: boolean): void {
  queue().forCard.push({ ...one, alone });
  leaveForCards();
}

/** The order in which limits are locked everywhere: by actor, and of one that of money first. */
const byActor = ({ input: a }: Waiting, { input: b }: Waiting) =>
  compare(a.actor, b.actor) || compare(bucketOf(b), bucketOf(a));

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const bucketOf = ({ limits }: MoveInput) => limits[0]?.bucket ?? "";
