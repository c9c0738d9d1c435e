import { setTimeout as sleep } from "node:timers/promises";
import { log, safeError } from "./log";

/** What a claim came to: pieces begun, and whether others may wait behind what fitted in. */
export type Looked = { begun: number; more: boolean };

/** Work that any number of processes claim under leases, as one of them does it. */
type Kind = {
  /** How the log tells that a claim went wrong. */
  notClaimed: string;
  /** So much of it is under way here at once, at the most. */
  most: number;
  /** So long after a claim that found nothing, with nothing under way, comes the next. */
  restMs: number;
  /** Claims and begins up to `slots` pieces. */
  claim: (slots: number) => Promise<Looked>;
};

export type Dispatcher = Kind & {
  underWay: Set<Promise<void>>;
  /** Waits for work that is due in a moment. */
  nap: Promise<void> | null;
  claiming: Promise<void> | null;
  /** Something may have become due since the claim that is under way began. */
  again: boolean;
  /** By `performance.now()`. Past it nothing is claimed until somebody calls again. */
  claimsUntilMs: number;
  /** By `performance.now()`. Before it nothing is claimed, since there was nothing. */
  restsUntilMs: number;
  stopped: boolean;
};

export const newDispatcher = (kind: Kind): Dispatcher => ({
  ...kind,
  underWay: new Set(),
  nap: null,
  claiming: null,
  again: false,
  claimsUntilMs: 0,
  restsUntilMs: 0,
  stopped: false,
});

/** Begins what is due or becomes so within `claimingMs`, beside the caller; calls that overlap are one. */
export function claimFor(d: Dispatcher, claimingMs: number): void {
  d.claimsUntilMs = Math.max(d.claimsUntilMs, performance.now() + claimingMs);
  claimMore(d);
}

const mayClaim = (d: Dispatcher) => !d.stopped && performance.now() < d.claimsUntilMs;

function claimMore(d: Dispatcher): void {
  if (!mayClaim(d)) return;
  d.again = true;
  d.claiming ??= claimAll(d)
    .catch((error) => log().error({ error: safeError(error) }, d.notClaimed))
    .finally(() => {
      d.claiming = null;
      // Called for after the last claim had begun, before this end of it.
      if (d.again && d.underWay.size < d.most) claimMore(d);
    });
}

async function claimAll(d: Dispatcher): Promise<void> {
  while (d.again && mayClaim(d) && d.underWay.size < d.most) {
    const restMs = d.restsUntilMs - performance.now();
    if (restMs > 0) {
      await sleep(restMs);
      continue;
    }
    d.again = false;
    const { size } = d.underWay;
    const { begun, more } = await d.claim(d.most - size);
    if (more) d.again = true;
    if (begun === 0 && size === 0) d.restsUntilMs = performance.now() + d.restMs;
  }
}

/**
 * Keeps a claimed piece of work until it has ended. Then `ended` tells whether others may have waited
 * for its place, and more is claimed.
 */
export function begin(d: Dispatcher, work: Promise<void>, ended: () => boolean): void {
  const piece = work.finally(() => {
    const wasFull = d.underWay.size >= d.most;
    d.underWay.delete(piece);
    if (ended() || wasFull) claimMore(d);
  });
  d.underWay.add(piece);
}

/** Claims again after a short pause, when that is still within the time for claims. */
export function claimAfter(d: Dispatcher, pauseMs: number): void {
  if (d.nap || performance.now() + pauseMs >= d.claimsUntilMs) return;
  d.nap = sleep(pauseMs).then(() => {
    d.nap = null;
    claimMore(d);
  });
}

const workOf = (d: Dispatcher) =>
  [d.claiming, d.nap, ...d.underWay].filter((work) => work !== null);

/** Resolves when nothing is under way here any more, or after `timeoutMs`. */
export async function idleOf(d: Dispatcher, timeoutMs: number): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (workOf(d).length > 0 && performance.now() < deadlineMs) {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((settle) => {
      timer = setTimeout(settle, deadlineMs - performance.now());
    });
    await Promise.race([timeout, ...workOf(d)]);
    clearTimeout(timer);
  }
  // The time that this was called for does not lengthen that of whoever calls next.
  if (workOf(d).length === 0) d.claimsUntilMs = 0;
}

/** How many pieces of work are under way here, by the id of what they may crowd. */
export type Counts = Map<string, number>;

/** Adds to a count and gives it; one that is zero is forgotten. */
export function count(counts: Counts, id: string, change: 1 | -1): number {
  const now = (counts.get(id) ?? 0) + change;
  if (now > 0) counts.set(id, now);
  else counts.delete(id);
  return now;
}
