import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "./days";

test("a day of the store begins and ends by its own clocks, also when they change", () => {
  expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(endOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("2026-11-21", "America/New_York")).toBe("2026-11-21T05:00:00.000Z");
  expect(startOfDay("2026-11-21", "UTC")).toBe("2026-11-21T00:00:00.000Z");
});
