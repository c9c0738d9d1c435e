import { ensureReady } from "@/lib/db/client/readiness";
import { batchWorker } from "@/lib/domain/batches/work";
import { updateRates } from "@/lib/domain/fx/update-rates";
import { mailWorker } from "@/lib/domain/mail/send-mails";
import { passWorker } from "@/lib/domain/passes/update-worker";
import { pollDue } from "@/lib/domain/shops/poll";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { runHousekeeping } from "./housekeeping";
import { recordRun, TICKS_RECORDED_EVERY_MS } from "./job-runs";

export type Job = {
  /** When a serverless host calls the job's cron route; the same as in vercel.json. */
  schedule: string;
  run: () => Promise<object>;
  /** What our own server process runs instead, more often. */
  tick?: { schedule: string; run: () => unknown };
};

// How long the email, sync and pass workers claim work after each wake: until their next one.
const TICK_MS = 5_000;
const POLL_RUN_MS = 5_000;

const pollAndWakeSync = async () => {
  const { looks } = await pollDue(POLL_RUN_MS);
  if (looks > 0) platformWorker.wake();
};

/** Cron jobs by route name. Each returns a summary of what it did. */
export const JOBS: Readonly<Record<string, Job>> = {
  webhooks: {
    schedule: "* * * * *",
    run: deliveryWorker.runDue,
    tick: { schedule: "* * * * * *", run: deliveryWorker.wake },
  },
  outbox: {
    schedule: "* * * * *",
    run: async () => {
      const [mails, platforms, passes] = await Promise.all([
        mailWorker.runDue(),
        platformWorker.runDue(),
        passWorker.runDue(),
      ]);
      return { ...mails, platforms, passes };
    },
    tick: {
      schedule: "*/5 * * * * *",
      run: () => {
        mailWorker.wake(TICK_MS);
        platformWorker.wake(TICK_MS);
        passWorker.wake(TICK_MS);
      },
    },
  },
  batches: {
    schedule: "* * * * *",
    run: batchWorker.runDue,
    tick: { schedule: "* * * * * *", run: batchWorker.wake },
  },
  platforms: {
    schedule: "* * * * *",
    run: pollDue,
    // Polls only briefly, so that a stopping server doesn't wait for it.
    tick: { schedule: "*/20 * * * * *", run: pollAndWakeSync },
  },
  // New rates are published on working days at about 16:00 in Frankfurt.
  fx: { schedule: "7 * * * *", run: updateRates },
  housekeeping: { schedule: "*/15 * * * *", run: runHousekeeping },
};

/**
 * Runs what our own server runs of a job. Throws, and claims nothing, while the database doesn't fit this
 * process: with a wrong key each attempt would fail, and the last one deletes a mail.
 */
export async function runTick(name: string, job: Job): Promise<void> {
  await ensureReady();
  const { tick } = job;
  if (tick) await recordRun(name, async () => tick.run(), TICKS_RECORDED_EVERY_MS);
  else await recordRun(name, job.run);
}
