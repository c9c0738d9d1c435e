import { expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import { limitWords } from "./words";

const t = translator("keys");

const none = {
  addressRanges: [],
  limitPerWindow: null,
  maxMovementInCents: null,
  maxDayInCents: null,
  maxMovementOutCents: null,
  maxDayOutCents: null,
};

test("a key's limits fit in a short phrase, and a key without limits has none", () => {
  expect(limitWords(t, none, "USD")).toBeNull();
  expect(limitWords(t, { ...none, addressRanges: ["203.0.113.0/24"] }, "USD")).toBe(
    "203.0.113.0/24",
  );
  const limits = {
    ...none,
    addressRanges: ["203.0.113.0/24", "198.51.100.7/32"],
    maxMovementOutCents: 5_000,
    maxDayInCents: 100_000,
    limitPerWindow: 20,
  };
  expect(limitWords(t, limits, "USD")).toBe(
    "2 networks, $1,000.00 added per day, $50.00 deducted per transaction, 20 requests per window",
  );
});
