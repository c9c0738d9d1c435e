import { expect, test } from "vitest";
import { Refusal, type RefusalCode } from "./errors";

const REPLACED_BY = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";

test.each<[RefusalCode, Record<string, unknown>, string]>([
  ["card_not_active", { status: "inactive" }, "The card isn't active yet. Activate it first."],
  ["card_not_active", { status: "disabled" }, "The card is deactivated."],
  [
    "card_not_active",
    { status: "disabled", replacedBy: REPLACED_BY },
    "The card was replaced. Use the new card.",
  ],
  ["hold_ended", { status: "captured" }, "The hold was already captured."],
  ["hold_ended", { status: "released" }, "The hold was already released."],
  ["hold_ended", { status: "expired" }, "The hold has expired."],
  [
    "insufficient_balance",
    { balanceCents: 2_000 },
    "The card's balance is too low for this amount.",
  ],
  [
    "insufficient_balance",
    { balanceCents: 2_000, availableCents: 1_200, currency: "USD" },
    "The card's available balance is too low: $12.00 available, $8.00 held.",
  ],
  [
    "insufficient_balance",
    { balanceCents: 2_000, availableCents: 0, currency: "JPY" },
    "The card's available balance is too low: ¥0 available, ¥2,000 held.",
  ],
])("the message of %s with %j is specific", (code, extras, message) => {
  expect(new Refusal(code, { extras }).message).toBe(message);
});

test("a message that is given wins", () => {
  const extras = { status: "expired" };
  expect(new Refusal("hold_ended", { extras, message: "Too late." }).message).toBe("Too late.");
});
