import type { Agent } from "undici";
import { inTurn, type Line, newLine } from "../in-turn";
import { log, safeError } from "../log";
import { type Claimed, claimDue } from "./claim-due";
import { headersFor } from "./headers";
import { post, receiverAgent } from "./post";
import { recordAttempt } from "./record";
import { ATTEMPT_TIMEOUT_MS, CONCURRENCY, RECORDING_AT_ONCE, RECORDING_MS } from "./schedule";

type Dispatcher = {
  agent: Agent;
  /** Attempts under way here, by webhook and by merchant. */
  inFlight: { webhooks: Map<string, number>; merchants: Map<string, number> };
  attempts: Set<Promise<void>>;
  recording: Line;
  delivered: number;
  failed: number;
  claiming: Promise<void> | null;
  /** Something may have become due since the claim that is under way began. */
  again: boolean;
  /** By `performance.now()`. Past it nothing is claimed until somebody calls again. */
  claimsUntilMs: number;
  stopped: boolean;
};

// A serverless host ends a cron run after 60 s, and keeps a request's process for 15 s: no attempt
// begins so late that it would be cut off, and made again when its lease ends.
const MAX_RUN_MS = 50_000;
const RUN_CLAIMS_MS = MAX_RUN_MS - ATTEMPT_TIMEOUT_MS - RECORDING_MS;
const WAKE_CLAIMS_MS = 2_000;

// One for the process, however many copies of this module it holds.
const DISPATCHER = Symbol.for("scrip.webhook-dispatcher");
const store = globalThis as { [DISPATCHER]?: Dispatcher };

function dispatcher(): Dispatcher {
  store[DISPATCHER] ??= {
    agent: receiverAgent(),
    inFlight: { webhooks: new Map(), merchants: new Map() },
    attempts: new Set(),
    recording: newLine(),
    delivered: 0,
    failed: 0,
    claiming: null,
    again: false,
    claimsUntilMs: 0,
    stopped: false,
  };
  return store[DISPATCHER];
}

/**
 * Begins to attempt whatever is due or becomes so within `claimingMs`, beside the caller; calls that
 * overlap are one.
 */
export function wake(claimingMs: number = WAKE_CLAIMS_MS): void {
  const d = dispatcher();
  d.claimsUntilMs = Math.max(d.claimsUntilMs, performance.now() + claimingMs);
  claimMore(d);
}

const mayClaim = (d: Dispatcher) => !d.stopped && performance.now() < d.claimsUntilMs;

function claimMore(d: Dispatcher): void {
  if (!mayClaim(d)) return;
  d.again = true;
  d.claiming ??= claimAll(d)
    .catch((error) => log().error({ error: safeError(error) }, "webhooks were not claimed"))
    .finally(() => {
      d.claiming = null;
      // Called for after the last claim had begun, before this end of it.
      if (d.again && d.attempts.size < CONCURRENCY.process) claimMore(d);
    });
}

async function claimAll(d: Dispatcher): Promise<void> {
  while (d.again && mayClaim(d) && d.attempts.size < CONCURRENCY.process) {
    d.again = false;
    const claimed = await claimDue(CONCURRENCY.process - d.attempts.size, d.inFlight);
    for (const delivery of claimed) begin(d, delivery);
    // More may wait behind what fitted into this claim.
    if (claimed.length > 0) d.again = true;
  }
}

function begin(d: Dispatcher, claimed: Claimed): void {
  const { webhooks, merchants } = d.inFlight;
  count(webhooks, claimed.webhookId, 1);
  count(merchants, claimed.merchantId, 1);
  const attempt = attemptDelivery(d, claimed).finally(() => {
    const ofWebhook = count(webhooks, claimed.webhookId, -1);
    const ofMerchant = count(merchants, claimed.merchantId, -1);
    // Whether the webhook is failing may have changed since the claim: either share may be free again.
    const mayHaveWaited =
      ofWebhook === CONCURRENCY.webhook - 1 ||
      ofWebhook === CONCURRENCY.failing - 1 ||
      ofMerchant === CONCURRENCY.merchant - 1 ||
      d.attempts.size >= CONCURRENCY.process;
    d.attempts.delete(attempt);
    if (mayHaveWaited) claimMore(d);
  });
  d.attempts.add(attempt);
}

/** Adds to a count and gives it; one that is zero is forgotten. */
function count(counts: Map<string, number>, id: string, change: 1 | -1): number {
  const now = (counts.get(id) ?? 0) + change;
  if (now > 0) counts.set(id, now);
  else counts.delete(id);
  return now;
}

async function attemptDelivery(d: Dispatcher, claimed: Claimed): Promise<void> {
  try {
    const posted = await post(d.agent, claimed.url, () => headersOf(claimed), claimed.body);
    await inTurn(d.recording, RECORDING_AT_ONCE, () => recordAttempt(claimed, posted));
    if (posted.delivered) d.delivered++;
    else d.failed++;
  } catch (error) {
    // Its lease ends, and it is attempted again.
    log().error({ deliveryId: claimed.id, error: safeError(error) }, "an attempt was not recorded");
  }
}

function headersOf(claimed: Claimed): Record<string, string> {
  const { merchantId, webhookId: id, sealedSecret, sealedNextSecret, eventId, body } = claimed;
  return headersFor({ merchantId, id, sealedSecret, sealedNextSecret }, eventId, body);
}

/** Resolves when nothing is under way here any more, or after `timeoutMs`. */
export async function idle(timeoutMs: number): Promise<void> {
  const d = dispatcher();
  const deadlineMs = performance.now() + timeoutMs;
  while ((d.claiming || d.attempts.size > 0) && performance.now() < deadlineMs) {
    const next = Promise.race([...(d.claiming ? [d.claiming] : []), ...d.attempts]);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((settle) => {
      timer = setTimeout(settle, deadlineMs - performance.now());
    });
    await Promise.race([next, timeout]);
    clearTimeout(timer);
  }
  // The time that this was called for does not lengthen that of whoever calls next.
  if (!d.claiming && d.attempts.size === 0) d.claimsUntilMs = 0;
}

/**
 * Attempts what is due until nothing is, and begins no attempt after `claimingMs`: the cron job.
 * Counts this process's.
 */
export async function deliverDue(
  claimingMs: number = RUN_CLAIMS_MS,
): Promise<{ delivered: number; failed: number }> {
  const d = dispatcher();
  const before = { delivered: d.delivered, failed: d.failed };
  wake(claimingMs);
  await idle(MAX_RUN_MS);
  return { delivered: d.delivered - before.delivered, failed: d.failed - before.failed };
}

/** Claims nothing more and waits for the attempts under way, each of which ends by its deadline. May be called again. */
export async function stopDispatching(): Promise<void> {
  const d = dispatcher();
  d.stopped = true;
  await idle(MAX_RUN_MS);
  if (!d.agent.closed) await d.agent.close();
}
