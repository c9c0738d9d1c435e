import { z } from "zod";
import { log, safeError } from "../log";
import { finish, putBack } from "../outbox/jobs";
import type { Adapter, PlatformError } from "./adapter";
import { bucketOf } from "./bucket";
import type { PlatformJob } from "./claim-due";
import { type ConnectionRow, findConnection, opened } from "./connection";
import { isPlatformError } from "./errors";
import { failCard } from "./fail-card";
import { noteReached, noteUnauthorized, noteUnreachable, pause } from "./health";
import { openAdapter } from "./open-adapter";
import { provisionSlice } from "./provision-slice";
import { BUSY_PAUSE_MS, GIVEN_UP_AFTER_MS, retryAfterMs } from "./schedule";
import { syncCard } from "./sync";

const CardJob = z.object({
  cardId: z.uuid(),
  sequence: z.int(),
  look: z.literal(true).optional(),
});
const BatchJob = z.object({ batchId: z.uuid(), after: z.uuid().optional() });

/** The adapter of a connection that is kept, metered with all other instances'. */
export const adapterOf = (row: ConnectionRow): Adapter =>
  openAdapter(opened(row), bucketOf(row.merchantId, row.id));

/**
 * Does a job that was claimed, and ends it or puts it back: `done`, or `later` with the pause in ms
 * after which its platform may be asked again.
 */
export async function runJob(
  job: PlatformJob,
  open: (row: ConnectionRow) => Adapter = adapterOf,
): Promise<{ done: boolean; pauseMs: number }> {
  const connection = await findConnection(job.merchantId);
  // Disconnected since it was queued.
  if (!connection) return await end(job);
  try {
    const batch = BatchJob.safeParse(job.payload);
    if (batch.success) {
      return { done: await provisionSlice(connection, job, batch.data), pauseMs: 0 };
    }
    const { cardId, sequence, look = false } = CardJob.parse(job.payload);
    const wanted = { adapter: open(connection), connection, cardId, sequence, look };
    const synced = await syncCard({ ...wanted, failedTries: job.attempts });
    if (synced === "busy") return await later(job, BUSY_PAUSE_MS, { counts: false });
    if (synced === "done") await noteReached(connection);
    return await end(job);
  } catch (error) {
    if (isPlatformError(error)) return await failed(job, connection, error);
    log().error({ jobId: job.id, error: safeError(error) }, "a platform's work was not done");
    return await later(job, retryAfterMs(job.attempts + 1));
  }
}

async function end(job: PlatformJob) {
  await finish(job);
  return { done: true, pauseMs: 0 };
}

async function later(job: PlatformJob, pauseMs: number, counts: { counts?: boolean } = {}) {
  await putBack(job, { pauseMs, ...counts });
  return { done: false, pauseMs };
}

/** What follows from a failure of the platform: for it, for the card, and for the job. */
async function failed(
  job: PlatformJob,
  connection: ConnectionRow,
  { kind, reason, retryAfterMs: waitMs }: PlatformError,
) {
  if (kind === "throttled") {
    await pause(connection, waitMs);
    return await later(job, waitMs, { counts: false });
  }
  if (kind === "unauthorized") {
    await noteUnauthorized(connection, reason);
    return await later(job, 0, { counts: false });
  }
  if (kind === "unreachable") {
    await noteUnreachable(connection, reason);
    if (job.ageMs < GIVEN_UP_AFTER_MS) return await later(job, retryAfterMs(job.attempts + 1));
  }
  const { cardId } = CardJob.parse(job.payload);
  await failCard({ merchantId: job.merchantId, connectionId: connection.id, cardId }, reason);
  return await end(job);
}
