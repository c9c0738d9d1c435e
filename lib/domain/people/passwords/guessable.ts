import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import pLimit, { type LimitFunction } from "p-limit";
import { patient } from "@/lib/base/config/patience";
import { invalidField, unavailable } from "@/lib/base/errors";
import { log, safeError } from "@/lib/base/observe/log";

// Where sign-in attempts are limited, 10^8 guesses take centuries; leaked and common passwords need far fewer.
const MIN_GUESSES = 100_000_000;
// The time to estimate grows with the square of the length, and a longer password is no weaker than its start.
const MAX_CHARS_ESTIMATED = 40;
const MAX_WORDS = 20;

/** What the thread estimates: a password, or its start, and words that it must not be made of. */
export type Estimate = { password: string; words: string[] };

// Relative to the working directory. Next adds the file at this path to its build, and lib/server/assemble.mjs to dist.
const THREAD_FILE = join("lib", "domain", "people", "passwords", "guess-estimator.mjs");
const MAX_ESTIMATE_MS = patient(5_000);
/** Passwords are rarely set, and the dictionaries take some megabytes. */
const IDLE_MS = 10_000;

type Estimator = {
  thread?: Worker | undefined;
  ending?: NodeJS.Timeout;
  oneAtATime: LimitFunction;
};
const ESTIMATOR_SYMBOL = Symbol.for("scrip.password-estimator");
const globals = globalThis as { [ESTIMATOR_SYMBOL]?: Estimator };

/** The running thread, or a new one. */
function threadOf(estimator: Estimator): Worker {
  clearTimeout(estimator.ending);
  if (estimator.thread) return estimator.thread;
  const thread = new Worker(join(process.cwd(), THREAD_FILE));
  // The caller that waits for an estimate gets the error too.
  thread.on("error", (error) => log().error({ error: safeError(error) }, "no password estimates"));
  thread.once("exit", () => {
    if (estimator.thread === thread) estimator.thread = undefined;
  });
  estimator.thread = thread;
  return thread;
}

/** Ends the running thread. The next estimate starts another one, even before this one has ended. */
async function endThread(estimator: Estimator): Promise<void> {
  const { thread } = estimator;
  estimator.thread = undefined;
  await thread?.terminate();
}

/**
 * The number of guesses that find a password, estimated on another thread, which starts at the first use and ends when
 * idle. Refuses: unavailable, if the thread fails or takes too long.
 */
async function estimateGuesses(estimate: Estimate): Promise<number> {
  globals[ESTIMATOR_SYMBOL] ??= { oneAtATime: pLimit(1) };
  const estimator = globals[ESTIMATOR_SYMBOL];
  return await estimator.oneAtATime(async () => {
    const thread = threadOf(estimator);
    try {
      thread.ref();
      thread.postMessage(estimate);
      const signal = AbortSignal.timeout(MAX_ESTIMATE_MS);
      const [guesses] = await once(thread, "message", { signal });
      thread.unref();
      estimator.ending = setTimeout(endThread, IDLE_MS, estimator).unref();
      return guesses;
    } catch {
      await endThread(estimator);
      throw unavailable();
    }
  });
}

/** The words of an email or a name that a password could be made of: `ada@acme.com` gives ada, acme, com. */
const wordsOf = (text: string): string[] => [
  text,
  ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2),
];

/**
 * Whether a password is common, leaked, a pattern of the keyboard, or made of the `personal` words. Works offline.
 * Refuses: unavailable.
 */
export async function isGuessable(password: string, personal: string[]): Promise<boolean> {
  const words = ["scrip", ...personal].flatMap(wordsOf).slice(0, MAX_WORDS);
  const start = (text: string) => text.slice(0, MAX_CHARS_ESTIMATED);
  const estimate = { password: start(password), words: words.map(start) };
  return (await estimateGuesses(estimate)) < MIN_GUESSES;
}

/** Refuses: invalid_request (a password that isGuessable()), unavailable. */
export async function refuseGuessable(password: string, personal: string[]): Promise<void> {
  if (!(await isGuessable(password, personal))) return;
  throw invalidField(
    "password",
    "is easy to guess: it's common, leaked, a pattern, or based on your name or email. Try 4 random words.",
  );
}
