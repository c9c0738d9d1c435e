import { Cron } from "croner";
import { JOBS } from "../http/jobs";
import { log, safeError } from "../log";

/** Runs the scheduled jobs in this process. `stop` waits for running ones. */
export function startTicker(): { stop: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const crons = Object.entries(JOBS).map(
    ([name, job]) =>
      new Cron((job.tick ?? job).schedule, { protect: true, unref: true }, async () => {
        try {
          const work = Promise.resolve((job.tick ?? job).run());
          running.add(work);
          await work.finally(() => running.delete(work));
        } catch (error) {
          log().error({ job: name, error: safeError(error) }, "job failed");
        }
      }),
  );
  return {
    stop: async () => {
      for (const cron of crons) cron.stop();
      await Promise.allSettled(running);
    },
  };
}
