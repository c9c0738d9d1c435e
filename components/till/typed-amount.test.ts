import { expect, test } from "vitest";
import { amountOf, type EnteredAmount, enteredAmount } from "./typed-amount";

const nothing = (currency: string) => ({ ...amountOf(0, currency), decimals: null });

/** What is in the field after these keys. */
function typeAll(keys: string, currency = "USD") {
  const { decimals: _, ...typed } = [...keys].reduce(
    (before: EnteredAmount, key) => enteredAmount(before, before.text + key, currency),
    nothing(currency),
  );
  return typed;
}

test.each([
  ["1", "USD", 1, "0.01"],
  ["1250", "USD", 1_250, "12.50"],
  ["123456", "USD", 123_456, "1,234.56"],
  ["12.50", "USD", 1_250, "12.50"],
  ["50.", "USD", 5_000, "50.00"],
  ["50.5", "USD", 5_050, "50.50"],
  ["50,555", "USD", 5_055, "50.55"],
  ["007", "USD", 7, "0.07"],
  ["1250", "JPY", 1_250, "1,250"],
  ["1250", "KWD", 1_250, "1.250"],
])(
  "digits fill an amount from the right, or before and after a point: %s in %s",
  (keys, currency, cents, text) => {
    expect(typeAll(keys, currency)).toEqual({ text, cents, problem: null });
  },
);

test.each([
  ["4012345678901234", "tooLong"],
  ["R7KQM2XWP", "digits"],
  ["7KQM2XWP45679999", "digits"],
])(
  "a code that is scanned into the field is no amount, nor are its last digits: %s",
  (code, problem) => {
    expect(typeAll(code)).toMatchObject({ cents: 0, problem });
  },
);
