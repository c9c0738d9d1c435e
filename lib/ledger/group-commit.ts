import postgres from "postgres";
import { ledger } from "../db/client";
import { LOCK_TIMEOUT } from "../db/failures";
import { newId } from "../ids";
import type { Call } from "./movement";
import type { Moved } from "./records";
import type { Outcome } from "./settle";

/** With whom a movement may share a commit: anybody, those of its card, nobody. */
type Company = "any" | "card" | "none";

type Waiting = {
  call: Call;
  company: Company;
  done: (outcome: Outcome<Moved>) => void;
  failed: (error: unknown) => void;
};

type Queue = {
  waiting: Waiting[];
  groupsUnderWay: number;
  /** Those that could not leave with anybody: they wait for their card, which is named here meanwhile. */
  forCard: Waiting[];
  cardsUnderWay: Set<string>;
};

const MOST_TOGETHER = 16;
/** The second begins beside the first only when it is full. */
const GROUPS_AT_ONCE = 2;
/** A card that is locked for long holds up one of these, and no group. */
const CARDS_AT_ONCE = 2;

// On globalThis, since routes and the server may each hold a copy of this module.
const QUEUE = Symbol.for("scrip.movements");
const store = globalThis as { [QUEUE]?: Queue };

function queue(): Queue {
  store[QUEUE] ??= { waiting: [], groupsUnderWay: 0, forCard: [], cardsUnderWay: new Set() };
  return store[QUEUE];
}

/**
 * The outcome of one movement, which shares its call of lib/ledger/move.sql and its commit with those
 * that came while the one before was under way: what a call and a commit cost is spread over them,
 * and a movement that finds nobody there leaves at once. Throws what Postgres did, for itself.
 */
export function commitInGroup(call: Call): Promise<Outcome<Moved>> {
  return new Promise((done, failed) => {
    queue().waiting.push({ call, company: "any", done, failed });
    leaveTogether();
  });
}

function leaveTogether(): void {
  const q = queue();
  while (q.waiting.length > 0 && mayLeave(q)) {
    q.groupsUnderWay++;
    void send(q.waiting.splice(0, MOST_TOGETHER), () => {
      q.groupsUnderWay--;
      leaveTogether();
    });
  }
}

const mayLeave = ({ waiting, groupsUnderWay }: Queue) =>
  groupsUnderWay === 0 || (groupsUnderWay < GROUPS_AT_ONCE && waiting.length >= MOST_TOGETHER);

function leaveForCards(): void {
  const q = queue();
  while (q.cardsUnderWay.size < CARDS_AT_ONCE) {
    const first = q.forCard.find((one) => !q.cardsUnderWay.has(cardOf(one)));
    if (!first) return;
    const group = q.forCard.filter((one) => leavesWith(first, one)).slice(0, MOST_TOGETHER);
    q.forCard = q.forCard.filter((one) => !group.includes(one));
    q.cardsUnderWay.add(cardOf(first));
    void send(group, () => {
      q.cardsUnderWay.delete(cardOf(first));
      leaveForCards();
    });
  }
}

const cardOf = ({ call }: Waiting): string => call.card ?? call.code_hmac ?? "";

const leavesWith = (first: Waiting, one: Waiting): boolean =>
  one === first ||
  (first.company === "card" && one.company === "card" && cardOf(one) === cardOf(first));

/** Makes one call of the ledger; `next` may make another, before this one's answers are given. */
async function send(group: Waiting[], next: () => void): Promise<void> {
  const answer = await callLedger(group);
  next();
  // Once the next call is on its way: Postgres works on it while these are presented.
  setImmediate(answer);
}

/** What is left undone is sent again, to wait for its card. */
async function callLedger(group: Waiting[]): Promise<() => void> {
  const waits = group[0]?.company !== "any";
  group.sort(byActor);
  try {
    const calls = group.map(({ call }) => ({ ...call, transaction: newId() }));
    const rows = await ledger()<{ outcome: Outcome<Moved> | null; deliveries: number }[]>`
      select * from move_together(${JSON.stringify(calls)}, ${waits})`;
    return () => {
      for (const [n, one] of group.entries()) {
        const { outcome, deliveries } = rows[n] ?? {};
        if (outcome) one.done({ ...outcome, deliveries });
        else sendAgain(one, "card");
      }
    };
  } catch (error) {
    return () => {
      for (const one of group) {
        // Of what Postgres refused nothing is written; by itself each shows whether it was to blame.
        if (!(error instanceof postgres.PostgresError)) one.failed(error);
        else if (!waits) sendAgain(one, "card");
        else if (group.length > 1 && error.code !== LOCK_TIMEOUT) sendAgain(one, "none");
        else one.failed(error);
      }
    };
  }
}

function sendAgain(one: Waiting, company: Company): void {
  queue().forCard.push({ ...one, company });
  leaveForCards();
}

/** The order in which limits are locked everywhere. */
const byActor = ({ call: a }: Waiting, { call: b }: Waiting) =>
  a.actor < b.actor ? -1 : Number(a.actor > b.actor);
