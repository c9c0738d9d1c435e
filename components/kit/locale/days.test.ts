import { expect, test } from "vitest";
import { dateIn } from "@/lib/base/time/time-zone";
import { endOfDay, isDay, startOfDay } from "./days";

test("a day of the store begins and ends by its own clocks, also when they change", () => {
  expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(endOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("2026-11-21", "America/New_York")).toBe("2026-11-21T05:00:00.000Z");
  expect(startOfDay("2026-11-21", "UTC")).toBe("2026-11-21T00:00:00.000Z");
});

test.each([
  // Clocks skip midnight: the day begins at 01:00.
  ["2025-09-07", "America/Santiago", "2025-09-07T04:00:00.000Z"],
  ["2027-03-28", "Atlantic/Azores", "2027-03-28T01:00:00.000Z"],
  ["2027-03-14", "America/Havana", "2027-03-14T05:00:00.000Z"],
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  // A whole day is skipped: the next one begins instead.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
  // Clocks show midnight twice: the day begins with the first.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  ["2026-10-25", "Atlantic/Azores", "2026-10-25T00:00:00.000Z"],
  // Clocks go back over midnight: the evening before is repeated.
  ["2026-04-05", "America/Santiago", "2026-04-05T04:00:00.000Z"],
  ["2026-10-30", "Africa/Cairo", "2026-10-29T22:00:00.000Z"],
  ["2026-04-05", "Australia/Lord_Howe", "2026-04-04T13:00:00.000Z"],
  ["2026-07-01", "Asia/Kathmandu", "2026-06-30T18:15:00.000Z"],
])("the first instant of %s in %s is %s", (date, timeZone, first) => {
  expect(startOfDay(date, timeZone)).toBe(first);
});

test("each day of a year ends when the next begins, in every time zone", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    for (const day of ["2026-03-28", "2026-03-29", "2026-09-05", "2026-09-06", "2026-10-24"]) {
      const [from, to] = [startOfDay(day, timeZone), endOfDay(day, timeZone)];
      expect(dateIn(new Date(from), timeZone)).toBe(day);
      expect(dateIn(new Date(Date.parse(from) - 1), timeZone) < day, `${day} ${timeZone}`).toBe(
        true,
      );
      expect(dateIn(new Date(Date.parse(to) - 1), timeZone)).toBe(day);
    }
  }
});

// As a date field has it while a year is typed, as the longest one, and as a URL may have it.
test.each(["0000-01-01", "0002-11-29", "0020-11-29", "0202-11-29", "9999-12-30", "9999-12-31"])(
  "%s is no day to filter by, because no timestamp begins or ends it",
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test.each(["1970-01-01", "2026-11-29", "9998-12-31"])(
  "%s is a day that begins and ends in any time zone",
  (day) => {
    expect(isDay(day)).toBe(true);
    for (const timeZone of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"])
      expect(endOfDay(day, timeZone) > startOfDay(day, timeZone)).toBe(true);
  },
);
