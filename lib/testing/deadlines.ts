import { onTestFinished, vi } from "vitest";

/** Until the test ends every deadline is over a hundred times sooner. Gives those that were asked for, in ms. */
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
