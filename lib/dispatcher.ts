import { setTimeout as sleep } from "node:timers/promises";
import { log, safeError } from "./log";

/** Work that any number of processes claim under leases, as one of them does it. */
type Kind = {
  /** How the log tells that a claim went wrong. */
  notClaimed: string;
  /** So much of it is under way here at once, at the most. */
  most: number;
  /** After a claim that found nothing the next waits so long, however many ask for it. */
  restMs: number;
  /** Claims and begins up to `slots` pieces; `more` when others may wait behind what fitted in. */
  claim: (slots: number) => Promise<{ begun: number; more: boolean }>;
};

export type Dispatcher = Kind & {
  underWay: Set<Promise<void>>;
  /** Pauses before claims, and when by `performance.now()` the first of them ends. */
  naps: Set<Promise<void>>;
  napUntilMs: number;
  claiming: Promise<void> | null;
  /** Something may have become due since the claim that is under way began. */
  again: boolean;
  /** By `performance.now()`. Past it nothing is claimed until somebody calls again. */
  claimsUntilMs: number;
  restsUntilMs: number;
  stopped: boolean;
};

export const newDispatcher = (kind: Kind): Dispatcher => ({
  ...kind,
  underWay: new Set(),
  naps: new Set(),
  napUntilMs: Infinity,
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
  const restMs = d.restsUntilMs - performance.now();
  if (restMs > 0) {
    claimAfter(d, restMs);
    return;
  }
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
    d.again = false;
    const { begun, more } = await d.claim(d.most - d.underWay.size);
    if (more) d.again = true;
    if (begun === 0) d.restsUntilMs = performance.now() + d.restMs;
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
  const untilMs = performance.now() + pauseMs;
  if (untilMs >= Math.min(d.claimsUntilMs, d.napUntilMs)) return;
  d.napUntilMs = untilMs;
  const nap = sleep(pauseMs).then(() => {
    d.naps.delete(nap);
    if (d.napUntilMs === untilMs) d.napUntilMs = Infinity;
    claimMore(d);
  });
  d.naps.add(nap);
}

const workOf = (d: Dispatcher) =>
  [d.claiming, ...d.naps, ...d.underWay].filter((work) => work !== null);

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
