import { expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import type { Difference } from "./platform";
import { differenceCents, effectOf, settleOptions, shopCents } from "./settle-difference";

const t = translator("platform");

const overspentDifference: Difference = {
  cardUuid: "0190a1b2-0000-7000-8000-000000000001",
  last4: "7K2M",
  status: "active",
  currency: "USD",
  ledgerCents: 0,
  platformCents: 0,
  unpostedCents: 700,
  state: "created",
  reason: null,
  seenAt: null,
  cause: "redeemed_there",
  remedies: ["ledger"],
};

test("what the shop let be spent beyond the card is a loss that is acknowledged, and moves nothing", () => {
  expect(differenceCents(overspentDifference)).toBe(-700);
  expect(settleOptions(t, overspentDifference).ledger).toBe("Acknowledge loss");
  expect(effectOf(t, overspentDifference, "ledger")).toBe(
    "The shop let a customer redeem $7.00 that the card didn't have. Your store takes the loss, and no balance changes.",
  );
  const disabled: Difference = { ...overspentDifference, status: "disabled", ledgerCents: 500 };
  expect(effectOf(t, disabled, "ledger")).toContain("$7.00 from a card that is deactivated");
});

test("the text of a settlement names the balance that is put back in the shop or taken here", () => {
  const held: Difference = {
    ...overspentDifference,
    ledgerCents: 300,
    remedies: ["ledger", "platform"],
  };
  expect(settleOptions(t, held).ledger).toBe("Use the balance here");
  expect(effectOf(t, held, "ledger")).toMatch(/^Adds \$3\.00 back .* loses \$7\.00\.$/);
  expect(effectOf(t, held, "platform")).toBe(
    "Redeems $3.00 from the card here, leaving $0.00. Your store loses the remaining $4.00.",
  );
});

test("of a card that is gone from the shop nothing is shown there, and all that it held is missing", () => {
  const gone: Difference = {
    ...overspentDifference,
    ledgerCents: 2_500,
    platformCents: 2_500,
    unpostedCents: 0,
    cause: "missing_there",
  };
  expect([shopCents(gone), differenceCents(gone)]).toEqual([null, -2_500]);
});
