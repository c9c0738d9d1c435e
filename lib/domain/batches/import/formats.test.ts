import { expect, test } from "vitest";
import { ambiguousPartOf, readAmount } from "./amounts";
import { ordersOf, readDate } from "./dates";

test("amounts are read as other systems write them, in the currency of their row alone", () => {
  for (const [text, currency, cents] of [
    ["40.0000", "USD", 4_000],
    ["1800.00", "JPY", 1_800],
    ["£7", "GBP", 700],
    ["12,5 €", "EUR", 1_250],
    ["US$ 9.99", "USD", 999],
    ["CAD 3", "CAD", 300],
    ["A$2,345.60", "AUD", 234_560],
    ["2.345,60", "EUR", 234_560],
    ["1'200.50", "CHF", 120_050],
    ["3 000,00", "EUR", 300_000],
    ["1.234.567", "EUR", 123_456_700],
    ["0.375", "KWD", 375],
    ["4250.125", "KWD", 4_250_125],
  ] as const) {
    expect(ambiguousPartOf(text), text).toBeNull();
    expect(readAmount(text, currency, undefined), text).toBe(cents);
  }
  for (const [text, currency, problem] of [
    ["", "USD", "is missing"],
    ["-3", "USD", "signs"],
    ["(3.00)", "USD", "signs"],
    ["x", "USD", "must be an amount"],
    ["€5", "USD", "the row's currency, USD"],
    ["5 kr", "EUR", "the row's currency, EUR"],
    ["3.9990001", "EUR", "at most 2 decimals"],
    ["10.5", "JPY", "must not have decimals"],
    ["1,23,4", "USD", "must be an amount"],
    ["1,234,5.0", "USD", "must be an amount"],
    ["99999999999999999", "USD", "more than the maximum"],
    [" 1".repeat(50), "USD", "must be an amount"],
  ] as const) {
    expect(readAmount(text, currency, undefined), text).toContain(problem);
  }
});

test("one mark before 3 digits can be read in 2 ways: the file's format decides, and an amount that breaks it is a problem", () => {
  for (const text of ["2,750", "2.750", "$750.000", "15,000 KWD"]) {
    expect(ambiguousPartOf(text), text).not.toBeNull();
  }
  for (const [text, currency, point, comma] of [
    ["2,750", "KWD", 2_750_000, 2_750],
    ["2.750", "KWD", 2_750, 2_750_000],
    ["2,750", "JPY", 2_750, "must not have decimals"],
    ["2.750", "EUR", 275, 275_000],
    ["9,50", "EUR", "must have a point", 950],
    ["1,234.50", "USD", 123_450, "must have a comma"],
    ["1.234,50", "USD", "must have a point", 123_450],
  ] as [string, string, number | string, number | string][]) {
    for (const [mark, expected] of [
      ["point", point],
      ["comma", comma],
    ] as const) {
      const read = readAmount(text, currency, mark);
      if (typeof expected === "number") expect(read, `${text} ${mark}`).toBe(expected);
      else expect(read, `${text} ${mark}`).toContain(expected);
    }
  }
});

test("dates are read with the year at either end, and the file decides between the day and the month", () => {
  for (const [text, day] of [
    ["2031-04-09", "2031-04-09"],
    ["2031/4/9", "2031-04-09"],
    ["2031-04-09 23:59:59", "2031-04-09"],
    ["28/02/2031", "2031-02-28"],
    ["28.2.2031", "2031-02-28"],
    ["2-28-2031 11:59 PM", "2031-02-28"],
    ["06/06/2031", "2031-06-06"],
  ] as const) {
    expect(readDate(text, undefined), text).toEqual({ day });
  }
  expect(ordersOf("09/04/2031")).toEqual(["day-first", "month-first"]);
  expect(readDate("09/04/2031", "day-first")).toEqual({ day: "2031-04-09" });
  expect(readDate("09/04/2031", "month-first")).toEqual({ day: "2031-09-04" });
  expect(readDate("28/02/2031", "month-first")).toMatchObject({
    problem: expect.stringContaining("month first"),
  });
  expect(readDate("02/28/2031", "day-first")).toMatchObject({
    problem: expect.stringContaining("day first"),
  });
  for (const text of ["31/02/2031", "31/04/31", "9 April 2031", "2031-04-09T23:00:00Z", "0"]) {
    expect(readDate(text, undefined), text).toMatchObject({
      problem: expect.stringContaining("must be a date"),
    });
  }
});
