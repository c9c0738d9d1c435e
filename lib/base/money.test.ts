import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOfDecimal, changeBetween, decimalText, MAX_CENTS } from "./money";

test("what is written as a decimal is read again as the same minor units, in every currency", () => {
  const amounts = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });
  fc.assert(
    fc.property(amounts, fc.constantFrom("JPY", "USD", "KWD"), (cents, currency) => {
      expect(centsOfDecimal(decimalText(cents, currency), currency)).toBe(cents);
    }),
  );
});

test.each([
  ["12.5", "USD", 1_250],
  ["12", "USD", 1_200],
  ["100.0", "JPY", 100],
  ["1.0000", "KWD", 1_000],
  ["-0.00", "USD", 0],
  ["12.505", "USD", null],
  ["0.5", "JPY", null],
  ["90071992547409.92", "USD", null],
  ["1e3", "USD", null],
  ["1,000", "USD", null],
  [".5", "USD", null],
  ["", "USD", null],
])("%s in %s is %s minor units", (text, currency, cents) => {
  expect(centsOfDecimal(text, currency)).toBe(cents);
});

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
