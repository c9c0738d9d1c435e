import { expect, test } from "vitest";
import {
  addMonths,
  COMPARISONS,
  comparedRange,
  daysIn,
  NAMED_RANGES,
  pointsOf,
  RECENT_RANGES,
  rangeTextIn,
  stepOf,
} from "./date-ranges";

test.each([
  ["this_month", "2026-11-01", "2026-11-26"],
  ["last_month", "2026-10-01", "2026-10-31"],
  ["last_3_months", "2026-08-01", "2026-10-31"],
  ["last_12_months", "2025-11-01", "2026-10-31"],
  ["year_to_date", "2026-01-01", "2026-11-26"],
] as const)("%s is from %s to %s", (name, from, to) => {
  expect(NAMED_RANGES[name]("2026-11-26")).toEqual({ from, to });
});

test.each([
  ["7d", "2026-02-23", 7],
  ["30d", "2026-01-31", 30],
  ["90d", "2025-12-02", 90],
  ["12m", "2025-04-01", 335],
] as const)("the last %s begin on %s", (name, from, days) => {
  const range = RECENT_RANGES[name]("2026-03-01");
  expect(range).toEqual({ from, to: "2026-03-01" });
  expect(daysIn(range)).toBe(days);
});

test.each([
  ["a month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28", "2025-03-01", "2025-03-31"],
  ["a quarter", "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31", "2025-01-01", "2025-03-31"],
  [
    "a short month in a leap year",
    "2025-02-01",
    "2025-02-28",
    "2025-01-01",
    "2025-01-31",
    "2024-02-01",
    "2024-02-29",
  ],
  [
    "a month to date",
    "2026-03-01",
    "2026-03-30",
    "2026-02-01",
    "2026-02-28",
    "2025-03-01",
    "2025-03-30",
  ],
  [
    "other days",
    "2026-03-05",
    "2026-03-10",
    "2026-02-27",
    "2026-03-04",
    "2025-03-05",
    "2025-03-10",
  ],
  ["one day", "2024-02-29", "2024-02-29", "2024-02-28", "2024-02-28", "2023-02-28", "2023-02-28"],
  [
    "a year to date",
    "2026-01-01",
    "2026-02-10",
    "2025-11-21",
    "2025-12-31",
    "2025-01-01",
    "2025-02-10",
  ],
])(
  "%s is compared with the period before and the same one a year ago",
  (_, from, to, ...expected) => {
    const ranges = COMPARISONS.flatMap((comparison) =>
      Object.values(comparedRange({ from, to }, comparison)),
    );
    expect(ranges).toEqual(expected);
  },
);

test("a month later has the same day, or its last one", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2024-03-31", -1)).toBe("2024-02-29");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
});

test.each([
  ["2026-11-01", "2026-11-30", "day", 30],
  ["2026-08-01", "2026-10-31", "week", 14],
  ["2025-11-15", "2026-11-10", "month", 13],
])("the points from %s to %s have no gaps: by %s", (from, to, step, count) => {
  const range = { from, to };
  expect(stepOf(range)).toBe(step);
  const points = pointsOf(range, stepOf(range));
  expect(points).toHaveLength(count);
  expect([points[0]?.from, points.at(-1)?.to]).toEqual([from, to]);
  expect(points.reduce((sum, point) => sum + daysIn(point), 0)).toBe(daysIn(range));
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (next) expect(Date.parse(next.from) - Date.parse(point.to)).toBe(86_400_000);
  }
});

test.each(["en-US", "en-GB", "de", "fr"])(
  "a range of days in %s has no space that a browser has otherwise",
  (locale) => {
    const text = rangeTextIn(locale, { from: "2026-10-03", to: "2026-10-28" });
    expect(text).toMatch(/3.*–.*28/);
    expect(text).not.toMatch(/[\u2009\u202f\u00a0]/);
  },
);
