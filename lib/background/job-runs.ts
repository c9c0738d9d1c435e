import { log, safeError } from "@/lib/base/observe/log";
import { pg } from "@/lib/db/client/client";

/** Ticks run every second: writing each run would cost more than it is worth. */
export const TICKS_RECORDED_EVERY_MS = 60_000;
const recordedAtMs = new Map<string, number>();

/**
 * Runs a job and records when, how long and whether it succeeded, for the metrics of every process. A result with a
 * text as `failed` is a failure. Successful runs within `everyMs` of the last recorded one aren't recorded. Throws what
 * the job throws.
 */
export async function recordRun<T>(name: string, run: () => Promise<T>, everyMs = 0): Promise<T> {
  const startedMs = performance.now();
  const record = async (succeeded: boolean) => {
    const now = performance.now();
    if (succeeded && now - (recordedAtMs.get(name) ?? -Infinity) < everyMs) return;
    recordedAtMs.set(name, succeeded ? now : -Infinity);
    await saveRun(name, { succeeded, durationMs: Math.round(now - startedMs) }).catch((error) =>
      log().warn({ job: name, error: safeError(error) }, "a run of a job was not recorded"),
    );
  };
  try {
    const result = await run();
    await record(!isFailure(result));
    return result;
  } catch (error) {
    await record(false);
    throw error;
  }
}

const isFailure = (result: unknown): boolean =>
  typeof (result as { failed?: unknown } | undefined)?.failed === "string";

const saveRun = (
  job: string,
  { succeeded, durationMs }: { succeeded: boolean; durationMs: number },
) =>
  pg()`
    insert into job_runs (job, ran_at, succeeded_at, duration_ms)
      values (${job}, now(), case when ${succeeded} then now() end, ${durationMs})
    on conflict (job) do update set ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
      succeeded_at = coalesce(excluded.succeeded_at, job_runs.succeeded_at)`;

/** The last run of a job in any process, in epoch seconds. It succeeded if both times are the same. */
export type JobRun = { job: string; ranAt: number; succeededAt: number | null; durationMs: number };

export const listRuns = (): Promise<JobRun[]> => pg()`
  select job, extract(epoch from ran_at)::float8 as "ranAt",
    extract(epoch from succeeded_at)::float8 as "succeededAt", duration_ms as "durationMs"
  from job_runs order by job`;
