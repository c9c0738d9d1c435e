import { z } from "zod";
import { log, safeError } from "@/lib/base/observe/log";
import { createBucketWorker } from "@/lib/db/client/bucket-worker";
import { finish, putBack } from "@/lib/domain/mail/jobs";
import { type Adapter, isPlatformError, type PlatformError } from "./adapter";
import { callPointsOf } from "./call-points";
import { type ConnectionRow, findConnection, unsealToken } from "./connection";
import { recordFailure, recordReached } from "./health";
import { failCard } from "./lease";
import { openAdapter } from "./open-adapter";
import { provisionSlice } from "./provision";
import { claimDue, type PlatformJob } from "./queue";
import { syncCard } from "./sync-card";
import {
  BUSY_PAUSE_MS,
  CONCURRENCY,
  GIVEN_UP_AFTER_MS,
  MAX_JOB_MS,
  retryAfterMs,
} from "./sync-policy";

const CardJob = z.object({
  cardId: z.uuid(),
  sequence: z.int().optional(),
  look: z.boolean().optional(),
});
const BatchJob = z.object({ batchId: z.uuid(), after: z.uuid().optional() });

// Limits empty claims: every debit with a webhook wakes this worker, but few stores have a shop.
const MIN_CLAIM_INTERVAL_MS = 200;

/** Runs the jobs for shops, which create cards there and sync balances. */
export const platformWorker = createBucketWorker({
  name: "platform cards",
  outcomes: ["done", "putOff"],
  limits: { atOnce: CONCURRENCY.process, runMs: MAX_JOB_MS, pauseMs: MIN_CLAIM_INTERVAL_MS },
  claim: claimDue,
  shares: ({ merchantId }) => [
    { id: merchantId, limits: [CONCURRENCY.connection, CONCURRENCY.failing] },
  ],
  run: runJob,
});

/** The adapter of a saved connection, with the rate limit shared by all instances. */
export function adapterOf(row: ConnectionRow): Adapter {
  const { merchantId, id, kind, address, sealedToken } = row;
  if (sealedToken === null) throw new Error("a disconnected shop is not called");
  const token = unsealToken(row, sealedToken);
  return openAdapter({ kind, address, token }, callPointsOf(merchantId, id));
}

async function runJob(job: PlatformJob) {
  const connection = await findConnection(job.merchantId);
  // The shop was disconnected in the meantime.
  if (!connection) return await end(job);
  try {
    const batch = BatchJob.safeParse(job.payload);
    if (batch.success) {
      const isThrough = await provisionSlice(connection, job, batch.data);
      return isThrough ? DONE : putOff(0);
    }
    const { cardId, sequence, look = false } = CardJob.parse(job.payload);
    const request = { adapter: adapterOf(connection), connection, cardId, sequence, look };
    const synced = await syncCard({ ...request, failedTries: job.attempts });
    if (synced === "busy") return await retry(job, BUSY_PAUSE_MS, { counts: false });
    if (synced === "done") await recordReached(connection);
    return await end(job);
  } catch (error) {
    if (isPlatformError(error)) return await handleFailure(job, connection, error);
    log().error({ jobId: job.id, error: safeError(error) }, "a shop's job failed");
    return await retry(job, retryAfterMs(job.attempts + 1));
  }
}

const DONE = { outcome: "done" } as const;
const putOff = (pauseMs: number) => ({ outcome: "putOff", retryAfterMs: pauseMs }) as const;

async function end(job: PlatformJob) {
  await finish(job);
  return DONE;
}

async function retry(job: PlatformJob, pauseMs: number, { counts = true } = {}) {
  await putBack(job, { pauseMs, counts });
  return putOff(pauseMs);
}

/** Retries the job, or marks the card as failed. */
async function handleFailure(job: PlatformJob, connection: ConnectionRow, error: PlatformError) {
  await recordFailure(connection, error);
  const { kind, reason } = error;
  if (kind === "throttled") return await retry(job, error.retryAfterMs, { counts: false });
  if (kind === "unauthorized") return await retry(job, 0, { counts: false });
  if ((kind === "unreachable" || kind === "unlisted") && job.ageMs < GIVEN_UP_AFTER_MS) {
    return await retry(job, retryAfterMs(job.attempts + 1));
  }
  const { cardId } = CardJob.parse(job.payload);
  await failCard({ merchantId: job.merchantId, connectionId: connection.id, cardId }, reason);
  return await end(job);
}
