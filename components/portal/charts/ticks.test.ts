import { expect, test } from "vitest";
import { ticksUpTo } from "./ticks";

test.each([
  [1_840, 0.01, [0, 500, 1_000, 1_500, 2_000]],
  [2_000, 0.01, [0, 500, 1_000, 1_500, 2_000]],
  [37.5, 0.01, [0, 10, 20, 30, 40]],
  [0.01, 0.01, [0, 0.01]],
  [0.07, 0.01, [0, 0.02, 0.04, 0.06, 0.08]],
  [1, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [12.345, 0.001, [0, 5, 10, 15]],
  [9_000_000, 0.01, [0, 5_000_000, 10_000_000]],
  [0, 0.01, [0, 0.01]],
])("an axis up to %d has round ticks that are at least %d apart", (max, unit, ticks) => {
  expect(ticksUpTo(max, unit)).toEqual(ticks);
});

test("an axis has few ticks from zero, evenly apart, and the last one reaches the highest value", () => {
  for (let max = 0.01; max < 1e9; max *= 1.37) {
    const ticks = ticksUpTo(max, 0.01);
    const step = ticks[1] ?? 0;
    expect(ticks[0]).toBe(0);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
    ticks.forEach((tick, index) => {
      expect(tick).toBeCloseTo(index * step, 6);
    });
    expect([1, 2, 5]).toContain(Number(step.toExponential().split("e")[0]));
  }
});
