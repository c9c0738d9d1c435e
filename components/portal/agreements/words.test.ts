import { expect, test } from "vitest";
import { unsettledLimitsOf } from "./words";

const agreed = (own: number | null, others: number | null, currency = "USD") => ({
  currency: "USD",
  maxUnsettledCents: own,
  otherLimits: {
    currency,
    maxTransferCents: null,
    maxDayCents: null,
    maxUnsettledCents: others,
  },
});

test("the lower limit of both stores is shown, and the other's too if it is in another currency", () => {
  expect(unsettledLimitsOf(agreed(500, 300))).toEqual({ cents: 300, otherCents: null });
  expect(unsettledLimitsOf(agreed(500, null))).toEqual({ cents: 500, otherCents: null });
  expect(unsettledLimitsOf(agreed(null, null))).toEqual({ cents: null, otherCents: null });
  expect(unsettledLimitsOf(agreed(500, 300, "EUR"))).toEqual({ cents: 500, otherCents: 300 });
});
