import { expect, test } from "vitest";
import type { Difference } from "./platform";
import { differenceCents, effectOf, settleButtonLabels, shopCents } from "./settle-difference";

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
  expect(settleButtonLabels(overspentDifference).ledger).toBe("Acknowledge");
  expect(effectOf(overspentDifference, "ledger")).toBe(
    "The shop let $7.00 be spent that the card did not hold. It is the store's loss; no money is moved.",
  );
  const disabled: Difference = { ...overspentDifference, status: "disabled", ledgerCents: 500 };
  expect(effectOf(disabled, "ledger")).toContain("$7.00 be spent from a card that is disabled");
});

test("the text of a settlement names the balance that is put back in the shop or taken here", () => {
  const held: Difference = {
    ...overspentDifference,
    ledgerCents: 300,
    remedies: ["ledger", "platform"],
  };
  expect(settleButtonLabels(held).ledger).toBe("Take ours");
  expect(effectOf(held, "ledger")).toMatch(/^\$3\.00 is put back .* the \$7\.00 is your loss\.$/);
  expect(effectOf(held, "platform")).toBe(
    "$3.00 is redeemed from the card here, which leaves $0.00. The other $4.00 is your loss.",
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
