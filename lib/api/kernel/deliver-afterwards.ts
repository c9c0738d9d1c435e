import { passWorker } from "@/lib/domain/passes/update-worker";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { ATTEMPT_TIMEOUT_MS, RECORDING_MS } from "@/lib/domain/webhooks/delivery-policy";

type RequestContext = { get?: () => { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// Where a serverless host provides waitUntil, which lets work continue after the response. It is absent on
// our own server.
const REQUEST_CONTEXT = Symbol.for("@next/request-context");
const globalHost = globalThis as { [REQUEST_CONTEXT]?: RequestContext };

/** Sends what the commit queued, without delaying the response. */
export function deliverAfterwards(): void {
  const workers = [deliveryWorker, platformWorker, passWorker];
  for (const worker of workers) worker.wake();
  const timeoutMs = ATTEMPT_TIMEOUT_MS + RECORDING_MS;
  globalHost[REQUEST_CONTEXT]
    ?.get?.()
    ?.waitUntil?.(Promise.all(workers.map((worker) => worker.idle(timeoutMs))));
}
