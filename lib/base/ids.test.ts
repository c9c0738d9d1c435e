import { expect, test } from "vitest";
import { instantOf, isUuid, newId } from "./ids";

test("ids are different, each greater than the one before, and tell the time", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => isUuid(id) && id[14] === "7")).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  const created = ids.map((id) => instantOf(id).getTime());
  expect(Math.min(...created)).toBeGreaterThanOrEqual(before);
  expect(Math.max(...created)).toBeLessThanOrEqual(Date.now());
  // The last bytes are random, and none are used twice.
  expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length);
});
