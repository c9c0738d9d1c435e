import pLimit, { type LimitFunction } from "p-limit";
import type { Agent } from "undici";
import {
  begin,
  type Counts,
  claimFor,
  count,
  type Dispatcher,
  idleOf,
  type Looked,
  newDispatcher,
} from "../dispatcher";
import { log, safeError } from "../log";
import { type Claimed, claimDue } from "./claim-due";
import { headersFor } from "./headers";
import { post, receiverAgent } from "./post";
import { recordAttempt } from "./record";
import { ATTEMPT_TIMEOUT_MS, CONCURRENCY, RECORDING_AT_ONCE, RECORDING_MS } from "./schedule";

type Deliveries = {
  dispatcher: Dispatcher;
  agent: Agent;
  /** Attempts under way here, by webhook and by merchant. */
  inFlight: { webhooks: Counts; merchants: Counts };
  recording: LimitFunction;
  delivered: number;
  failed: number;
};

// A serverless host ends a cron run after 60 s, and keeps a request's process for 15 s: no attempt
// begins so late that it would be cut off, and made again when its lease ends.
const MAX_RUN_MS = 50_000;
const RUN_CLAIMS_MS = MAX_RUN_MS - ATTEMPT_TIMEOUT_MS - RECORDING_MS;
const WAKE_CLAIMS_MS = 2_000;

// One for the process, however many copies of this module it holds.
const DELIVERIES = Symbol.for("scrip.webhook-dispatcher");
const store = globalThis as { [DELIVERIES]?: Deliveries };

function deliveries(): Deliveries {
  store[DELIVERIES] ??= {
    dispatcher: newDispatcher({
      notClaimed: "webhooks were not claimed",
      most: CONCURRENCY.process,
      restMs: 0,
      claim,
    }),
    agent: receiverAgent(),
    inFlight: { webhooks: new Map(), merchants: new Map() },
    recording: pLimit(RECORDING_AT_ONCE),
    delivered: 0,
    failed: 0,
  };
  return store[DELIVERIES];
}

/**
 * Begins to attempt whatever is due or becomes so within `claimingMs`, beside the caller; calls that
 * overlap are one.
 */
export const wake = (claimingMs: number = WAKE_CLAIMS_MS): void =>
  claimFor(deliveries().dispatcher, claimingMs);

async function claim(slots: number): Promise<Looked> {
  const { dispatcher, inFlight } = deliveries();
  const claimed = await claimDue(slots, inFlight);
  for (const delivery of claimed) {
    count(inFlight.webhooks, delivery.webhookId, 1);
    count(inFlight.merchants, delivery.merchantId, 1);
    begin(dispatcher, attemptDelivery(delivery), () => ended(delivery));
  }
  return { begun: claimed.length, more: claimed.length > 0 };
}

function ended({ webhookId, merchantId }: Claimed): boolean {
  const { webhooks, merchants } = deliveries().inFlight;
  const ofWebhook = count(webhooks, webhookId, -1);
  const ofMerchant = count(merchants, merchantId, -1);
  // Whether the webhook is failing may have changed since the claim: either share may be free again.
  return (
    ofWebhook === CONCURRENCY.webhook - 1 ||
    ofWebhook === CONCURRENCY.failing - 1 ||
    ofMerchant === CONCURRENCY.merchant - 1
  );
}

async function attemptDelivery(claimed: Claimed): Promise<void> {
  const d = deliveries();
  try {
    const posted = await post(d.agent, claimed.url, () => headersOf(claimed), claimed.body);
    await d.recording(() => recordAttempt(claimed, posted));
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
export const idle = (timeoutMs: number): Promise<void> =>
  idleOf(deliveries().dispatcher, timeoutMs);

/**
 * Attempts what is due until nothing is, and begins no attempt after `claimingMs`: the cron job.
 * Counts this process's.
 */
export async function deliverDue(
  claimingMs: number = RUN_CLAIMS_MS,
): Promise<{ delivered: number; failed: number }> {
  const d = deliveries();
  const before = { delivered: d.delivered, failed: d.failed };
  wake(claimingMs);
  await idle(MAX_RUN_MS);
  return { delivered: d.delivered - before.delivered, failed: d.failed - before.failed };
}

/** Claims nothing more and waits for the attempts under way, each of which ends by its deadline. May be called again. */
export async function stopDispatching(): Promise<void> {
  const { dispatcher, agent } = deliveries();
  dispatcher.stopped = true;
  await idle(MAX_RUN_MS);
  if (!agent.closed) await agent.close();
}
