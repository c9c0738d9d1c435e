import pLimit from "p-limit";
import { createWorker } from "../worker";
import { type Claimed, claimDue } from "./claim-due";
import {
  ATTEMPT_TIMEOUT_MS,
  CONCURRENCY,
  RECORDING_CONCURRENCY,
  RECORDING_MS,
} from "./delivery-policy";
import { post, receiverAgent } from "./post";
import { recordAttempt } from "./record-attempt";
import { headersFor } from "./signature";

const agent = receiverAgent();
const recording = pLimit(RECORDING_CONCURRENCY);

/** Attempts the deliveries that are due. */
export const deliveryWorker = createWorker({
  name: "webhook deliveries",
  outcomes: ["delivered", "failed"],
  limits: { atOnce: CONCURRENCY.process, runMs: ATTEMPT_TIMEOUT_MS + RECORDING_MS },
  claim: claimDue,
  shares: ({ webhookId, merchantId }) => [
    { id: webhookId, limits: [CONCURRENCY.webhook, CONCURRENCY.failing] },
    { id: merchantId, limits: [CONCURRENCY.merchant] },
  ],
  run: attempt,
});

async function attempt(claimed: Claimed) {
  const { webhookId, eventId, url, body } = claimed;
  const headers = () => headersFor({ ...claimed, id: webhookId }, eventId, body);
  const posted = await post(agent, url, headers, body);
  await recording(() => recordAttempt(claimed, posted));
  return { outcome: posted.delivered ? "delivered" : "failed" } as const;
}
