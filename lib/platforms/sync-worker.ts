import {
  begin,
  type Counts,
  claimAfter,
  claimFor,
  count,
  type Dispatcher,
  idleOf,
  type Looked,
  newDispatcher,
} from "../dispatcher";
import { log, safeError } from "../log";
import { claimDue, type PlatformJob } from "./claim-due";
import { runJob } from "./run-job";
import { CONCURRENCY, RUN_MS } from "./schedule";

type Mirrors = {
  dispatcher: Dispatcher;
  /** Jobs under way here, by store. */
  inFlight: Counts;
  done: number;
  putOff: number;
};

// A serverless host ends a cron run after 60 s: no job begins so late that it would be cut off.
const MAX_RUN_MS = 50_000;
const RUN_CLAIMS_MS = MAX_RUN_MS - RUN_MS;
const WAKE_CLAIMS_MS = 2_000;
// Every debit with a webhook asks for a look, and few stores have a platform.
const REST_MS = 200;
// A timer counts from where its turn of the loop began: it may be over before the job is due, which
// would then wait for whoever claims next.
const TIMER_SLACK_MS = 20;

// One for the process, however many copies of this module it holds.
const MIRRORS = Symbol.for("scrip.platform-dispatcher");
const store = globalThis as { [MIRRORS]?: Mirrors };

function mirrors(): Mirrors {
  store[MIRRORS] ??= {
    dispatcher: newDispatcher({
      notClaimed: "work for platforms was not claimed",
      most: CONCURRENCY.process,
      restMs: REST_MS,
      claim,
    }),
    inFlight: new Map(),
    done: 0,
    putOff: 0,
  };
  return store[MIRRORS];
}

/**
 * Begins to do whatever is due for platforms or becomes so within `claimingMs`, beside the caller;
 * calls that overlap are one.
 */
export const wake = (claimingMs: number = WAKE_CLAIMS_MS): void =>
  claimFor(mirrors().dispatcher, claimingMs);

async function claim(slots: number): Promise<Looked> {
  const { dispatcher, inFlight } = mirrors();
  const jobs = await claimDue(slots, inFlight);
  for (const job of jobs) {
    count(inFlight, job.merchantId, 1);
    begin(dispatcher, perform(job), () => {
      count(inFlight, job.merchantId, -1);
      return true;
    });
  }
  // What did not fit in is claimed when one of these has ended.
  return { begun: jobs.length, more: false };
}

async function perform(job: PlatformJob): Promise<void> {
  const m = mirrors();
  try {
    const { done, pauseMs } = await runJob(job);
    if (done) {
      m.done++;
      return;
    }
    m.putOff++;
    // So that a limit of calls is used as it fills.
    claimAfter(m.dispatcher, pauseMs + TIMER_SLACK_MS);
  } catch (error) {
    // Its lease ends, and it is begun again.
    log().error({ jobId: job.id, error: safeError(error) }, "a platform's work was not noted");
  }
}

/** Resolves when nothing is under way here any more, or after `timeoutMs`. */
export const idle = (timeoutMs: number): Promise<void> => idleOf(mirrors().dispatcher, timeoutMs);

/**
 * Does what is due for platforms until nothing is, and begins nothing after `claimingMs`: the cron
 * job. Counts this process's: what was done, and what was put off for later.
 */
export async function mirrorDue(
  claimingMs: number = RUN_CLAIMS_MS,
): Promise<{ done: number; putOff: number }> {
  const m = mirrors();
  const before = { done: m.done, putOff: m.putOff };
  wake(claimingMs);
  await idle(MAX_RUN_MS);
  return { done: m.done - before.done, putOff: m.putOff - before.putOff };
}

/** Claims nothing more and waits for the jobs under way. May be called again. */
export async function stopMirroring(): Promise<void> {
  mirrors().dispatcher.stopped = true;
  await idle(MAX_RUN_MS);
}
