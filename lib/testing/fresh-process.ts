// Vitest setup for test files that share a process: resets it to the state of a new process.
import { vi } from "vitest";
import { closePool } from "@/lib/db/client";
import { configure } from "./database";

const FIRST = Symbol.for("tests.first-environment");
const store = globalThis as { [FIRST]?: NodeJS.ProcessEnv } & Record<symbol, unknown>;
const STOPS_WITHIN_MS = 5_000;

/** Keys of the product's per-process singletons: pool, queues, workers, caches, counters. */
const kept = Object.getOwnPropertySymbols(store).filter((key) =>
  Symbol.keyFor(key)?.startsWith("scrip."),
);

for (const key of kept) {
  if (Symbol.keyFor(key)?.startsWith("scrip.worker.")) {
    const worker = store[key] as { stop: (timeoutMs: number) => Promise<void> };
    await worker.stop(STOPS_WITHIN_MS);
  }
}
await closePool();
for (const key of kept) delete store[key];

vi.useRealTimers();
store[FIRST] ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in store[FIRST])) delete process.env[name];
configure(store[FIRST]);
