// vitest's set-up of a test file that shares its process with others: it begins as in a new one.
import { vi } from "vitest";
import { closePool } from "@/lib/db/client";
import { configure } from "./configure";

const FIRST = Symbol.for("tests.first-environment");
const store = globalThis as { [FIRST]?: NodeJS.ProcessEnv } & Record<symbol, unknown>;
const STOPS_WITHIN_MS = 5_000;

/** Where the product keeps what there is one of in a process: pool, queues, workers, caches, counters. */
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
