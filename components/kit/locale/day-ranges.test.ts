import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { daysOf, instantsOf } from "./day-ranges";

// Already the 1st of March in Berlin, and still the 29th of February in New York.
const LEAP_NIGHT = new Date("2028-02-29T23:30:00Z");
const berlin = { timeZone: "Europe/Berlin", clockOffsetMs: 0 };
const newYork = { timeZone: "America/New_York", clockOffsetMs: 0 };
const range = (from: string) => ({ from, to: null });

beforeEach(() => void vi.useFakeTimers({ now: LEAP_NIGHT }));
afterEach(() => void vi.useRealTimers());

test("a named range is that of today in the store's time zone, both days included", () => {
  expect(daysOf(range("today"), berlin)).toEqual({ first: "2028-03-01", last: "2028-03-01" });
  expect(daysOf(range("today"), newYork)).toEqual({ first: "2028-02-29", last: "2028-02-29" });
  expect(daysOf(range("last-7-days"), berlin).first).toBe("2028-02-24");
  expect(daysOf(range("next-7-days"), berlin).last).toBe("2028-03-07");
  expect(daysOf(range("next-30-days"), newYork).last).toBe("2028-03-29");
  expect(daysOf(range("this-month"), newYork)).toEqual({ first: "2028-02-01", last: "2028-02-29" });
  expect(daysOf(range("this-month"), berlin)).toEqual({ first: "2028-03-01", last: "2028-03-31" });
  expect(instantsOf(range("today"), berlin)).toEqual({
    from: "2028-02-29T23:00:00.000Z",
    to: "2028-03-01T23:00:00.000Z",
  });
});

test("a range follows the store's test clock", () => {
  const tomorrow = { ...newYork, clockOffsetMs: 24 * 60 * 60 * 1_000 };
  expect(daysOf(range("today"), tomorrow).first).toBe("2028-03-01");
});

test("dates are taken as they are, and what is no date filters nothing", () => {
  expect(daysOf({ from: "2026-05-03", to: "2026-05-09" }, berlin)).toEqual({
    first: "2026-05-03",
    last: "2026-05-09",
  });
  for (const from of ["toString", "2026-02-30x", "0001-01-01", ""]) {
    expect(instantsOf({ from, to: null }, berlin)).toEqual({ from: null, to: null });
  }
});
