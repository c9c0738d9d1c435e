import { expectAccessible } from "../portal/a11y";
import { makeActiveCard, makeCard } from "../support/client";
import { expect, test } from "../support/test";
import {
  addCashier,
  addDevice,
  openTill,
  redeem,
  typeAmount,
  unlockByKeyboard,
  whoIsAtTheTill,
} from "../support/till-page";

test.beforeEach(({ tolerate }) => {
  // A till without a device or a cashier is unauthorized, and refusals are expected.
  tolerate(/status of 40\d/);
});

test("every screen from pairing to closing is accessible", async ({ page, merchant, api }) => {
  for (const name of ["Grace", "Alan"]) await addCashier(merchant, name);
  const pairingCode = await addDevice(merchant, "Counter");
  const field = page.getByLabel("Pairing code");
  await page.goto("/till");
  await expect(field).toBeFocused();
  await expectAccessible(page, "pairing");
  await field.fill(pairingCode);
  await field.press("Enter");
  await expect(whoIsAtTheTill(page)).toBeVisible();
  await expectAccessible(page, "cashiers");
  await page.getByRole("button", { name: "Grace" }).press("Enter");
  await expect(page.getByLabel("PIN")).toBeFocused();
  await expectAccessible(page, "PIN");
  await unlockByKeyboard(page);
  await expectAccessible(page, "first screen");
  const card = await makeActiveCard(api, { amountCents: 2_000 });
  await redeem(page, card.code, "500");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Recent receipts" }).click();
  await expect(page.getByRole("button", { name: /Redeemed/ })).toBeVisible();
  await expectAccessible(page, "recent");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close day" }).click();
  await expect(page.getByRole("row", { name: /Redeemed 1/ })).toBeVisible();
  await expectAccessible(page, "closing");
});

test("a card's screen says what it can be used for, and offers only that", async ({
  page,
  merchant,
  api,
}) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const active = await makeActiveCard(api, { amountCents: 2_000 });
  const frozen = await makeActiveCard(api, { amountCents: 2_000 });
  await api.post(`/cards/${frozen.uuid}/freeze`, { reason: "lost" });
  const disabled = await makeActiveCard(api, { amountCents: 2_000 });
  await api.post(`/cards/${disabled.uuid}/disable`, {});
  const inactive = await makeCard(api);
  const cases = [
    { code: active.code, state: "Active", buttons: ["Redeem", "Top up"] },
    { code: inactive.code, state: "Not sold yet", buttons: ["Sell card"] },
    { code: frozen.code, state: "Frozen", buttons: ["Top up"] },
    { code: disabled.code, state: "Deactivated", buttons: [] },
  ];
  for (const { code, state, buttons } of cases) {
    // From one card's screen, the next scan finds the next card.
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(page.getByText(state, { exact: true })).toBeVisible();
    const offered = page.getByRole("button", { name: /^(Redeem|Top up|Sell card)$/ });
    await expect(offered).toHaveText(buttons);
    await expectAccessible(page, state);
  }
  await page.keyboard.type("0000-0000-0000-0000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No card has this code.")).toBeVisible();
});

test("an amount above the store's usual one goes through only if it is entered twice", async ({
  page,
  merchant,
  api,
  sql,
}) => {
  await sql`update merchants set usual_amount_cents = 40000 where id = ${merchant.merchantId}`;
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const { uuid, code } = await makeActiveCard(api, { amountCents: 90_000 });
  const balanceCents = async () => (await api.get(`/cards/${uuid}/balance`)).body.balanceCents;
  const total = page.getByRole("textbox", { name: "Total to pay" });
  await redeem(page, code, "45000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("$450.00 is more than usual.")).toBeVisible();
  await typeAmount(total, "45100");
  await page.keyboard.press("Enter");
  await expect(page.getByText("$451.00 is more than usual.")).toBeVisible();
  expect(await balanceCents()).toBe(90_000);
  await typeAmount(total, "45100");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Redeemed" })).toBeVisible();
  expect(await balanceCents()).toBe(44_900);
});
