import { expectAccessible, expectDialogAccessible } from "../portal/a11y";
import { agreeOnTransfers } from "../support/agreements";
import { mailedLink } from "../support/mailed-link";
import { openStore } from "../support/store";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "./open-wallet";

test("a gift is sent, declined and returned", async ({ page, sql, api, merchant, activeCard }) => {
  test.setTimeout(90_000);
  const [sender, recipient] = [randomEmail("sender"), randomEmail("recipient")];
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/claim`, { email: sender });
  await agreeOnTransfers(sql, merchant.merchantId, (await openStore()).merchantId);
  await openWallet(page, sender);
  await page.goto(`/wallet/cards/${uuid}/transfer`);
  await expect(page.getByRole("button", { name: "Review transfer" })).toBeEnabled();
  await expectAccessible(page, "transfer");

  await page.goto(`/wallet/cards/${uuid}/gift`);
  await page.getByRole("button", { name: "Review gift" }).click();
  await expect(page.getByText("Enter an amount.")).toBeVisible();
  await expectAccessible(page, "gift, with errors");
  await page.getByRole("textbox", { name: "Amount" }).fill("12,50");
  await page.getByLabel("Recipient's email").fill(recipient);
  await page.getByLabel("Message").fill("Happy birthday, and enjoy the books.");
  await page.getByRole("button", { name: "Review gift" }).click();
  await expect(page.getByText("The email is sent right away.")).toBeVisible();
  await expectAccessible(page, "gift, to be confirmed");
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
  await page.getByRole("button", { name: "Send $12.50" }).click();
  await expect(page.getByText(`$12.50 gift for ${recipient}`)).toBeVisible();
  await page.getByRole("link", { name: "View sent gifts" }).click();
  await expect(page.getByText("Pending")).toBeVisible();
  await expectAccessible(page, "gifts sent");

  await page.goto(await mailedLink(sql, recipient));
  await expect(page.getByText(`You're signed in as ${sender}`)).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Accept and switch wallets" }),
  ).toBeVisible();
  await expectAccessible(page, "gift offered");
  await page.getByRole("button", { name: "Decline gift" }).click();
  await expect(page.getByRole("dialog", { name: "Decline this gift?" })).toBeVisible();
  await expectDialogAccessible(page, "gift, to be declined");
  await page.getByRole("button", { name: "Decline gift" }).click();
  await expect(page.getByText("You declined this gift")).toBeVisible();
  await page.goto("/wallet/gifts");
  await expect(page.getByText("Declined and returned")).toBeVisible();
  await page.goto(`/wallet/cards/${uuid}`);
  await expect(page.getByText("Gift returned")).toBeVisible();
  await expect(page.getByText(`${recipient} declined the gift.`)).toBeVisible();
  await expectAccessible(page, "card with a gift that came back");
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
});

test("a gift can be taken back", async ({ page, browser, sql, api, activeCard, tolerate }) => {
  tolerate(/status of 409/);
  const [sender, recipient] = [randomEmail("sender"), randomEmail("recipient")];
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/claim`, { email: sender });
  await openWallet(page, sender);
  await page.goto(`/wallet/cards/${uuid}/gift`);
  await page.getByRole("textbox", { name: "Amount" }).fill("10");
  await page.getByLabel("Recipient's email").fill(sender);
  await page.getByRole("button", { name: "Review gift" }).click();
  tolerate(/status of 400/);
  await page.getByRole("button", { name: "Send $10.00" }).click();
  await page.getByLabel("Recipient's email").fill(recipient);
  await page.getByRole("button", { name: "Review gift" }).click();
  await page.getByRole("button", { name: "Send $10.00" }).click();
  await page.getByRole("link", { name: "View sent gifts" }).click();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(await mailedLink(sql, recipient));
  await expect(theirs.getByText("Pending")).toBeVisible();
  await expect(theirs.getByText("You're signed in as")).toHaveCount(0);
  await page.getByRole("button", { name: `Cancel the gift to ${recipient}` }).click();
  await expectDialogAccessible(page, "gift, to be taken back");
  await page.getByRole("button", { name: "Cancel gift", exact: true }).click();
  await expect(page.getByText("Canceled")).toBeVisible();
  await theirs.getByRole("button", { name: "Accept gift" }).click();
  await expect(theirs.getByText("This gift was canceled")).toBeVisible();
  await context.close();
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
});
