import { setTimeout as sleep } from "node:timers/promises";
import { log, safeError } from "@/lib/base/observe/log";

// A serverless host ends a cron run after 60 s, and keeps a request's process alive for 15 s: no item
// may start so late that it is cut off.
const MAX_RUN_MS = 50_000;
const WAKE_CLAIM_MS = 2_000;
// A timer can fire slightly before the item is due; the item would then wait for the next wake.
const TIMER_SLACK_MS = 20;

/** Number of items running in this process, by the id they share, such as a webhook or a merchant. */
export type RunningCounts = ReadonlyMap<string, number>;

export type WorkerOptions<Item, Outcome extends string> = {
  name: string;
  /** Outcomes that `runDue` counts. */
  outcomes: readonly Outcome[];
  limits: {
    /** Maximum number of items that run at once in this process. */
    atOnce: number;
    /** Maximum run time of one item. */
    runMs: number;
    /** The pause after a claim that found nothing. */
    pauseMs?: number;
  };
  /** Leases up to `slots` due items, given those already running here. */
  claim: (slots: number, running: RunningCounts) => Promise<Item[]>;
  /**
   * The groups an item counts towards, such as its webhook and store. `limits`: the numbers of running
   * items at which claims skip a group. Going below one triggers another claim.
   */
  shares?: (item: Item) => { id: string; limits: readonly number[] }[];
  /** Runs an item and ends its lease, or leaves it due again after `retryAfterMs`. */
  run: (item: Item) => Promise<{ outcome?: Outcome; retryAfterMs?: number }>;
};

/** Runs leased work in the background. Any number of processes may run workers on the same queue. */
export class Worker<Item extends { id: string }, Outcome extends string> {
  readonly #options: WorkerOptions<Item, Outcome>;
  readonly #running = new Set<Promise<void>>();
  readonly #sharing = new Map<string, number>();
  readonly #counts: Record<Outcome, number>;
  #claiming: Promise<void> | null = null;
  #nap: Promise<void> | null = null;
  /** Whether items may have become due since the current claim started. */
  #claimAgain = false;
  #claimsUntilMs = 0;
  #pausedUntilMs = 0;
  #stopped = false;

  constructor(options: WorkerOptions<Item, Outcome>) {
    this.#options = options;
    this.#counts = Object.fromEntries(
      options.outcomes.map((name) => [name, 0]),
    ) as typeof this.counts;
  }

  get counts(): Record<Outcome, number> {
    return { ...this.#counts };
  }

  get size(): number {
    return this.#running.size;
  }

  /** Starts items that are due, or become due within `claimMs`, in the background. */
  wake(claimMs = WAKE_CLAIM_MS): void {
    this.#claimsUntilMs = Math.max(this.#claimsUntilMs, performance.now() + claimMs);
    this.#claimMore();
  }

  /** Resolves when nothing runs in this process, or after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (this.#work().length > 0 && performance.now() < deadlineMs) {
      const timer = new AbortController();
      const timeout = sleep(deadlineMs - performance.now(), null, timer).catch(() => {});
      await Promise.race([timeout, ...this.#work()]);
      timer.abort();
    }
    // A long `claimMs` must not extend the claims of the next caller.
    if (this.#work().length === 0) this.#claimsUntilMs = 0;
  }

  /** The cron job: runs until nothing is due, and starts nothing after `claimMs`. Returns outcome counts. */
  async runDue(
    claimMs = MAX_RUN_MS - this.#options.limits.runMs,
  ): Promise<Record<Outcome, number>> {
    const before = this.counts;
    this.wake(claimMs);
    await this.idle(MAX_RUN_MS);
    const after = this.counts;
    for (const name of this.#options.outcomes) after[name] -= before[name];
    return after;
  }

  /** Stops claiming and waits for running items. Can be called more than once. */
  async stop(timeoutMs = MAX_RUN_MS): Promise<void> {
    this.#stopped = true;
    await this.idle(timeoutMs);
  }

  #work = () => [this.#claiming, this.#nap, ...this.#running].filter((work) => work !== null);

  #isFull = () => this.#running.size >= this.#options.limits.atOnce;

  #mayClaim = () => !this.#stopped && performance.now() < this.#claimsUntilMs;

  #claimMore(): void {
    if (!this.#mayClaim()) return;
    this.#claimAgain = true;
    this.#claiming ??= this.#claimAll()
      .catch((error) => {
        log().error({ worker: this.#options.name, error: safeError(error) }, "a claim failed");
      })
      .finally(() => {
        this.#claiming = null;
        // The worker was woken after the last claim started.
        if (this.#claimAgain && !this.#isFull()) this.#claimMore();
      });
  }

  async #claimAll(): Promise<void> {
    const { limits, claim } = this.#options;
    while (this.#claimAgain && this.#mayClaim() && !this.#isFull()) {
      const pauseMs = this.#pausedUntilMs - performance.now();
      if (pauseMs > 0) {
        await sleep(pauseMs);
        continue;
      }
      this.#claimAgain = false;
      const { size } = this.#running;
      const items = await claim(limits.atOnce - size, this.#sharing);
      for (const item of items) this.#start(item);
      if (items.length > 0) this.#claimAgain = true;
      else if (size === 0) this.#pausedUntilMs = performance.now() + (limits.pauseMs ?? 0);
    }
  }

  #start(item: Item): void {
    const shares = this.#options.shares?.(item) ?? [];
    for (const { id } of shares) this.#count(id, 1);
    const work = this.#run(item).finally(() => {
      const wasFull = this.#isFull();
      this.#running.delete(work);
      const freed = shares.filter(({ id, limits }) => limits.includes(this.#count(id, -1) + 1));
      if (wasFull || freed.length > 0) this.#claimMore();
    });
    this.#running.add(work);
  }

  async #run(item: Item): Promise<void> {
    const { name, run } = this.#options;
    try {
      const { outcome, retryAfterMs } = await run(item);
      if (outcome) this.#counts[outcome]++;
      if (retryAfterMs !== undefined) this.#claimAfter(retryAfterMs + TIMER_SLACK_MS);
    } catch (error) {
      // The item is claimed again when its lease ends.
      log().error(
        { worker: name, id: item.id, error: safeError(error) },
        "an item was not finished",
      );
    }
  }

  #claimAfter(pauseMs: number): void {
    if (this.#nap || performance.now() + pauseMs >= this.#claimsUntilMs) return;
    this.#nap = sleep(pauseMs).then(() => {
      this.#nap = null;
      this.#claimMore();
    });
  }

  #count(id: string, change: 1 | -1): number {
    const count = (this.#sharing.get(id) ?? 0) + change;
    if (count > 0) this.#sharing.set(id, count);
    else this.#sharing.delete(id);
    return count;
  }
}

/** Creates a worker once per process, even if bundles contain several copies of the calling module. */
export function createWorker<Item extends { id: string }, Outcome extends string>(
  options: WorkerOptions<Item, Outcome>,
) {
  const key = Symbol.for(`scrip.worker.${options.name}`);
  const process = globalThis as { [key]?: Worker<Item, Outcome> };
  const worker = () => {
    process[key] ??= new Worker(options);
    return process[key];
  };
  return {
    wake: (claimMs?: number) => worker().wake(claimMs),
    idle: (timeoutMs: number) => worker().idle(timeoutMs),
    runDue: (claimMs?: number) => worker().runDue(claimMs),
    stop: () => worker().stop(),
  };
}
