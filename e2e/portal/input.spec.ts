import { readTerm } from "@/components/cards/search-terms";
import { endOfDay, startOfDay } from "@/components/days";
import { formatMoney, parseMoney } from "@/components/money";
import { expect, test } from "../support/test";

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

for (const [typed, currency, amountCents] of amounts) {
  test(`"${typed}" in ${currency} is ${amountCents} minor units`, () => {
    expect(parseMoney(typed, currency, "en-US")).toEqual({ amountCents });
  });
}

for (const [typed, currency] of [
  ["", "USD"],
  ["0", "USD"],
  ["-5", "USD"],
  ["12.345.6", "USD"],
  ["1.5", "JPY"],
  // A slip of one digit, where the point is the decimal mark: not a thousand times the amount.
  ["1.234", "USD"],
  ["1.234", "JPY"],
  ["5e3", "USD"],
  ["99999999999999999999", "USD"],
] as const) {
  test(`"${typed}" in ${currency} is no amount`, () => {
    expect(parseMoney(typed, currency, "en-US")).toHaveProperty("problem");
  });
}

test("the largest balance is written to the cent", () => {
  expect(formatMoney(Number.MAX_SAFE_INTEGER, "USD").replace(/[^\d.]/g, "")).toBe(
    "90071992547409.91",
  );
});

test("a search term is told by its form", () => {
  expect(readTerm(" 7kqm-2XWP 9rtbHC4N ")).toEqual({ kind: "code", code: "7kqm2XWP9rtbHC4N" });
  expect(readTerm("grace@example.com").kind).toBe("email");
  expect(readTerm("0197A4F0-5F3B-7C1E-9D53-3B1F5A6C7D8E").kind).toBe("id");
  expect(readTerm("0197a4f05f3b").kind).toBe("unknown");
});

test("a day of the store begins and ends by its own clocks, also when they change", () => {
  expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(endOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("2026-11-21", "America/New_York")).toBe("2026-11-21T05:00:00.000Z");
  expect(startOfDay("2026-11-21", "UTC")).toBe("2026-11-21T00:00:00.000Z");
});
