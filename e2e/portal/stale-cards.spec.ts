import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "../wallet/open-wallet";
import { openAs } from "./page-actions";

test.beforeEach(({ tolerate }) => tolerate(/status of 4(00|09)/));

const typeAmount = (page: Page, amount: string) =>
  page.getByRole("textbox", { name: "Amount", exact: true }).fill(amount);

test("a redemption that is refused, because a till was faster, shows the card's balance by now", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 2_040 });
  await openAs(page, merchant, `/cards/${uuid}`);
  await page.getByRole("button", { name: "Redeem" }).click();
  const dialog = page.getByRole("dialog");
  await typeAmount(page, "12.00");
  await expect(dialog.getByText("Balance $20.40 − $12.00 = $8.40")).toBeVisible();
  await api.post(`/cards/${uuid}/debit`, { amountCents: 1_875 });
  await dialog.getByRole("button", { name: "Redeem $12.00" }).click();
  await expect(dialog.getByText("The balance is now $1.65.")).toBeVisible();
  await expect(dialog.getByText("= $8.40")).toHaveCount(0);
  await typeAmount(page, "1.65");
  await dialog.getByRole("button", { name: "Redeem $1.65" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(0);
});

test("a card that somebody else assigned meanwhile is shown with its customer", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid, code } = await activeCard({ amountCents: 3_300 });
  await api.post("/store-credit", { email: "eve@example.com", amountCents: 1, currency: "USD" });
  await openAs(page, merchant, "/customers");
  await page.getByRole("link", { name: "eve@example.com" }).click();
  await page.getByRole("button", { name: "Assign card" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Card code or ID").fill(code);
  await dialog.getByRole("button", { name: "Find card" }).click();
  await expect(dialog.getByText("Unassigned")).toBeVisible();
  await api.post(`/cards/${uuid}/claim`, { email: "mallory@example.com" });
  await dialog.getByRole("button", { name: "Assign card" }).click();
  await expect(dialog.getByText("mallory@example.com")).toBeVisible();
  await expect(dialog.getByText("Unassigned")).toHaveCount(0);
});

test("a gift that the card can't pay for anymore says so, and the form has what is left", async ({
  page,
  api,
  activeCard,
}) => {
  const sender = randomEmail("sender");
  const { uuid } = await activeCard({ amountCents: 4_700 });
  await api.post(`/cards/${uuid}/claim`, { email: sender });
  await openWallet(page, sender, `/wallet/cards/${uuid}/gift`);
  await typeAmount(page, "31.00");
  await page.getByLabel("Recipient's email").fill(randomEmail("recipient"));
  await page.getByRole("button", { name: "Review gift" }).click();
  await api.post(`/cards/${uuid}/debit`, { amountCents: 4_000 });
  await page.getByRole("button", { name: "Send $31.00" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /balance/i })).toBeVisible();
  await expect(page.getByText("Available now: $7.00.")).toBeVisible();
  // Another try is refused by the form itself, whose fields this step doesn't show.
  await page.getByRole("button", { name: "Send $31.00" }).click();
  await expect(page.getByText("Only $7.00 is available.")).toBeVisible();
  await page.getByRole("button", { name: "Edit details" }).click();
  const amount = page.getByRole("textbox", { name: "Amount", exact: true });
  await expect(amount).toHaveAccessibleDescription(/Only \$7\.00 is available\./);
});
