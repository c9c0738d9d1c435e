import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatMoney } from "@/components/kit/money/money";
import { ACTION_WORDS } from "@/lib/domain/audit/actions";
import { translator } from "@/lib/testing/translator";
import type { AuditEntry } from "./words";
import { entrySummary, subjectWords } from "./words";

const t = translator("audit");
const tPlatform = translator("platform");

const entry = (details: AuditEntry["details"]): AuditEntry => ({
  id: "0197a4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
  action: "batch.activated",
  actor: { id: "operator", name: null },
  subjectId: null,
  subject: null,
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

test("every action has a sentence, with who did it or what it was done to", () => {
  const { sentence } = JSON.parse(readFileSync("lib/base/i18n/en/audit.json", "utf8"));
  const actions = Object.entries<Record<string, string>>(sentence).flatMap(([subject, verbs]) =>
    Object.keys(verbs).map((verb) => `${subject}.${verb}`),
  );
  expect(actions.sort()).toEqual(Object.keys(ACTION_WORDS).sort());
  for (const text of Object.values<Record<string, string>>(sentence).flatMap(Object.values)) {
    expect(text).toMatch(/^(<who><\/who> |An email |A sign-in as <what><\/what> ).*\.$/);
  }
});

test("an entry shows names, and no ids", () => {
  const id = "0197a4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0c";
  const replaced = {
    ...entry({ replacedBy: id, reason: "lost" }),
    action: "card.replaced",
    subjectId: id,
  };
  const known = { ...replaced, subject: { kind: "card", name: "4f2a" } as const };
  expect(entrySummary(t, tPlatform, known)).toBe("The card ending in 4f2a · Reason: lost");
  expect(subjectWords(t, replaced)).toBe("a card");
  const deleted = { ...entry({ url: "https://shop.example/hook" }), action: "webhook.deleted" };
  expect(subjectWords(t, deleted)).toBe("the webhook https://shop.example/hook");
});
