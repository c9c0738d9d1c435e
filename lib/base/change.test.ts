import { expect, test } from "vitest";
import { changeBetween } from "./change";

test.each([
  [1_000n, 1_250n, 250n, 0.25],
  [1_000n, 0n, -1_000n, -1],
  [300n, 301n, 1n, 0.0033],
  [500n, 500n, 0n, 0],
  [0n, 500n, 500n, null],
  [-100n, 50n, 150n, null],
  [10n ** 20n, 3n * 10n ** 20n, 2n * 10n ** 20n, 2],
])("from %d to %d is a change by %d, or %d of the former amount", (before, now, cents, ratio) => {
  expect(changeBetween(before, now)).toEqual({ cents, ratio });
});
