import type { Agent } from "undici";
import { inTurn, type Line, newLine } from "../in-turn";
import { log, safeError } from "../log";
import { type Claimed, claimDue } from "./claim-due";
import { headersFor } from "./headers";
import { post, receiverAgent } from "./post";
import { recordAttempt } from "./record";
import { CONCURRENCY, RECORDING_AT_ONCE } from "./schedule";

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
  stopped: boolean;
};

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
    stopped: false,
  };
  return store[DISPATCHER];
}

/** Begins to attempt whatever is due, beside the caller; calls that overlap are one. */
export function wake(): void {
  const d = dispatcher();
  if (d.stopped) return;
  d.again = true;
  d.claiming ??= claimAll(d)
    .catch((error) => log().error({ error: safeError(error) }, "webhooks were not claimed"))
    .finally(() => {
      d.claiming = null;
      // Called for after the last claim had begun, before this end of it.
      if (d.again && d.attempts.size < CONCURRENCY.process) wake();
    });
}

async function claimAll(d: Dispatcher): Promise<void> {
  while (d.again && !d.stopped && d.attempts.size < CONCURRENCY.process) {
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
    if (mayHaveWaited) wake();
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
}

const MAX_RUN_MS = 50_000;

/** Attempts what is due until nothing is, at most 50 s: the cron job. Counts this process's. */
export async function deliverDue(): Promise<{ delivered: number; failed: number }> {
  const d = dispatcher();
  const before = { delivered: d.delivered, failed: d.failed };
  wake();
  await idle(MAX_RUN_MS);
  return { delivered: d.delivered - before.delivered, failed: d.failed - before.failed };
}

/** Claims nothing more and waits for the attempts under way, each of which ends by its deadline. */
export async function stopDispatching(): Promise<void> {
  const d = dispatcher();
  d.stopped = true;
  await idle(MAX_RUN_MS);
  await d.agent.close();
}
