import { expect, test } from "vitest";
import { formatMoney, parseMoney, usualCentsOf } from "./money";

const amounts = [
  ["12", "USD", 1_200],
  ["12.00", "USD", 1_200],
  ["12,00", "USD", 1_200],
  ["12.5", "USD", 1_250],
  ["$1,234.50", "USD", 123_450],
  ["1.234,50 €", "EUR", 123_450],
  ["1,234", "USD", 123_400],
  ["1 234 567.89", "USD", 123_456_789],
  ["1,234,567", "JPY", 1_234_567],
  ["12", "JPY", 12],
  ["1.234", "KWD", 1_234],
  ["0.01", "USD", 1],
] as const;

test.each(amounts)('"%s" in %s is %d minor units', (typed, currency, amountCents) => {
  expect(parseMoney(typed, currency, "en-US")).toEqual({ amountCents });
});

test.each([
  ["1.234", "de-DE", 123_400],
  ["1.234", "de-AT", 123_400],
  ["1.234", "es-ES", 123_400],
  ["1 234,5", "fr-FR", 123_450],
  ["1’234.50", "de-CH", 123_450],
  ["12,5", "de-AT", 1_250],
] as const)('"%s" is an amount of its own in %s', (typed, locale, amountCents) => {
  expect(parseMoney(typed, "EUR", locale)).toEqual({ amountCents });
});

test.each([
  ["", "USD"],
  ["0", "USD"],
  ["-5", "USD"],
  ["12.345.6", "USD"],
  ["1.5", "JPY"],
  // In this locale the point is the decimal mark: a one-digit typo must not mean 1,000 times the amount.
  ["1.234", "USD"],
  ["1.234", "JPY"],
  // Also 2.500 by those who write a decimal comma.
  ["2,500", "KWD"],
  ["999,000", "BHD"],
  ["5e3", "USD"],
  ["99999999999999999999", "USD"],
] as const)('"%s" in %s is no amount', (typed, currency) => {
  expect(parseMoney(typed, currency, "en-US")).toHaveProperty("problem");
});

test.each([
  ["2,500", "en-US", "problem"],
  ["2.500", "de-DE", "problem"],
  ["2.500", "en-US", "amountCents"],
  ["2,500", "de-DE", "amountCents"],
  ["2,500.000", "en-US", "amountCents"],
  ["2500", "de-DE", "amountCents"],
] as const)('"%s" dinars with three decimals in %s is a %s', (typed, locale, outcome) => {
  expect(parseMoney(typed, "TND", locale)).toHaveProperty(outcome);
});

test("the largest balance is written to the cent", () => {
  expect(formatMoney(Number.MAX_SAFE_INTEGER, "USD").replace(/[^\d.]/g, "")).toBe(
    "90071992547409.91",
  );
});

test("a store's usual amount counts in its own currency, and 10,000 major units in others or without one", () => {
  const store = { currency: "CHF", usualAmountCents: 35_000 };
  expect(usualCentsOf("CHF", store)).toBe(35_000);
  expect(usualCentsOf("EUR", store)).toBe(1_000_000);
  expect(usualCentsOf("JPY", store)).toBe(10_000);
  expect(usualCentsOf("BHD", store)).toBe(10_000_000);
  expect(usualCentsOf("CHF", { ...store, usualAmountCents: null })).toBe(1_000_000);
});
