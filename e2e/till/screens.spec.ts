import { expectAccessible } from "../portal/a11y";
import { makeActiveCard, makeCard } from "../support/client";
import { expect, test } from "../support/test";
import {
  addCashier,
  addDevice,
  codeField,
  openTill,
  redeem,
  scan,
  typeAmount,
  unlockByKeyboard,
  whoIsAtTheTill,
} from "../support/till-page";

test.beforeEach(({ tolerate }) => {
  // Refusals, such as of a wrong code, are expected.
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
  await expect(page.getByRole("button", { name: /Redeemed/ })).toBeVisible();
  await expectAccessible(page, "receipts");
  await page.getByRole("button", { name: "Redeem", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Find the card to redeem" })).toBeVisible();
  await expectAccessible(page, "find a card");
  await expect(codeField(page)).toBeFocused();
  await scan(page, card.code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Total to pay" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: /^Card ending in/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "$25.00" }).click();
  await expect(page.getByRole("button", { name: "Sell for $25.00" })).toBeEnabled();
  await expectAccessible(page, "sale");
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
    await page.keyboard.press(code.slice(0, 1));
    await expect(codeField(page)).toBeFocused();
    await scan(page, code.slice(1));
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

test("nothing that the till says moves the keypad of a phone", async ({
  page,
  merchant,
  api,
  context,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const { code } = await makeActiveCard(api, { amountCents: 2_000_000 });
  await redeem(page, code, "");
  const key = page.getByRole("button", { name: "5", exact: true });
  const placeOf = async () => (await key.boundingBox())?.y;
  const before = await placeOf();
  const total = page.getByRole("textbox", { name: "Total to pay" });
  await typeAmount(total, "500");
  await expect(page.getByRole("button", { name: "Redeem $5.00" })).toBeEnabled();
  expect(await placeOf()).toBe(before);
  await typeAmount(total, "000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("is more than usual.")).toBeVisible();
  expect(await placeOf()).toBe(before);
  await scan(page, code);
  await expect(page.getByRole("alert").filter({ hasText: /scanned/ })).toBeVisible();
  expect(await placeOf()).toBe(before);
  await context.setOffline(true);
  await expect(page.getByText("No connection. Nothing can be sold or redeemed")).toBeVisible();
  expect(await placeOf()).toBe(before);
  await context.setOffline(false);
});

test("the reversal of a top-up says so, before and after", async ({ page, merchant, api }) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const { code } = await makeActiveCard(api, { amountCents: 2_000 });
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByRole("button", { name: "$10.00" }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^Topped up/ }).click();
  await page.getByRole("button", { name: "Reverse" }).click();
  await expect(page.getByRole("heading", { name: "Reverse this top-up" })).toBeVisible();
  await expect(page.getByText(/as if it hadn't been topped up/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Top-up reversed" })).toBeVisible();
});
