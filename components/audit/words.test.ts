import { expect, test } from "vitest";
import { formatMoney } from "@/components/money";
import { translator } from "@/lib/testing/translator";
import type { AuditEntry } from "./words";
import { entrySummary } from "./words";

const t = translator("audit");
const tPlatform = translator("platform");

const entry = (details: AuditEntry["details"]): AuditEntry => ({
  id: "0197a4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
  action: "batch.activated",
  actor: { id: "operator", name: null },
  subjectId: null,
  requestId: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  details,
});

test("amounts are money in the entry's currency, and a range reads from its first card to its last", () => {
  const details = { to: 5, from: 3, name: "Spring", cards: 2, currency: "USD", amountCents: 2_500 };
  expect(entrySummary(t, tPlatform, entry(details))).toBe(
    `Name: Spring · Cards: 2 · From: 3 · To: 5 · Currency: USD · Amount: ${formatMoney(2_500, "USD")}`,
  );
});

test("a settled difference is shown with its cause and the side that was right", () => {
  const details = {
    truth: "platform",
    cause: "redeemed_there",
    currency: "JPY",
    movedCents: -700,
    platformCents: null,
  };
  expect(entrySummary(t, tPlatform, entry(details))).toBe(
    `Cause: Redeemed in the shop · Correct balance: Online shop · Currency: JPY · Adjustment: ${formatMoney(-700, "JPY")} · Balance in the online shop: None`,
  );
});

test("an old entry without a currency and an unknown cause are shown as stored", () => {
  expect(entrySummary(t, tPlatform, entry({ balanceCents: 700, cause: "constructor" }))).toBe(
    "Cause: constructor · Balance: 700 in minor units",
  );
});

test("a webhook's retries are shown in words", () => {
  const details = {
    retrySchedule: { from: "standard", to: "three_days" },
    disableAfterHours: { from: 0, to: 24 },
  };
  expect(entrySummary(t, tPlatform, entry(details))).toBe(
    "Retry schedule: Standard → About 3 days · Minimum time before disabling: None → 24 hours",
  );
});
