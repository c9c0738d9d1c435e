// Vitest setup for every test file: the state of a new process, and a database of its own.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { ownDatabase } from "./database";
import { NOT_ON_CITUS } from "./not-on-citus";

const FIRST_ENVIRONMENT_SYMBOL = Symbol.for("tests.first-environment");
const globals = globalThis as { [FIRST_ENVIRONMENT_SYMBOL]?: NodeJS.ProcessEnv } & Record<
  symbol,
  unknown
>;
const STOPS_WITHIN_MS = 5_000;

/** Undoes what earlier test files left in this process. */
async function reset(environment: NodeJS.ProcessEnv): Promise<void> {
  // Imported only here, so that a test file with its own modules can mock these.
  const { closePool } = await import("@/lib/db/client/client");
  const { configure } = await import("./configure");
  // Keys of the product's per-process singletons: pool, queues, workers, caches, counters.
  const kept = Object.getOwnPropertySymbols(globals).filter((key) =>
    Symbol.keyFor(key)?.startsWith("scrip."),
  );
  for (const key of kept) {
    if (Symbol.keyFor(key)?.startsWith("scrip.worker.")) {
      const worker = globals[key] as { stop: (timeoutMs: number) => Promise<void> };
      await worker.stop(STOPS_WITHIN_MS);
    }
  }
  await closePool();
  for (const key of kept) delete globals[key];
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  configure(environment);
}

/** With SCRIP_TEST_BUCKET, the tests' own queries go to that bucket, as if they were the work of a store in it, and new stores too. */
function lookInTestBucket(bucket: string): void {
  globals[Symbol.for("scrip.bucket")] = new (class extends AsyncLocalStorage<string> {
    override getStore = () => super.getStore() ?? bucket;
  })();
  globals[Symbol.for("scrip.smallest-bucket")] = {
    readAtMs: Infinity,
    value: Promise.resolve(bucket),
  };
}

if (globals[FIRST_ENVIRONMENT_SYMBOL]) await reset(globals[FIRST_ENVIRONMENT_SYMBOL]);
globals[FIRST_ENVIRONMENT_SYMBOL] ??= { ...process.env };
if (process.env.SCRIP_TEST_BUCKET) lookInTestBucket(process.env.SCRIP_TEST_BUCKET);
ownDatabase(beforeAll, afterAll);
if (process.env.CITUS)
  beforeEach(({ task, skip }) => {
    const reason = NOT_ON_CITUS[task.name];
    if (reason) skip(reason);
  });
