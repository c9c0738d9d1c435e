import { onTestFinished, vi } from "vitest";

/** Shortens AbortSignal timeouts to 1% until the test ends. Returns the requested ones, in ms. */
export function hurryDeadlines(): number[] {
  const askedMs: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    askedMs.push(ms);
    return timeout(ms / 100);
  });
  onTestFinished(() => spy.mockRestore());
  return askedMs;
}
