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
  await expect(page.getByRole("button", { name: "See what arrives" })).toBeEnabled();
  await expectAccessible(page, "transfer");

  await page.goto(`/wallet/cards/${uuid}/gift`);
  await page.getByRole("button", { name: "Review the gift" }).click();
  await expect(page.getByText("Enter an amount.")).toBeVisible();
  await expectAccessible(page, "gift, with errors");
  await page.getByRole("textbox", { name: "Amount" }).fill("12,50");
  await page.getByLabel("Their e-mail address").fill(recipient);
  await page.getByLabel("Message").fill("Happy birthday, and enjoy the books.");
  await page.getByRole("button", { name: "Review the gift" }).click();
  await expect(page.getByText("The mail leaves now.")).toBeVisible();
  await expectAccessible(page, "gift, to be confirmed");
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
  await page.getByRole("button", { name: "Send $12.50" }).click();
  await expect(page.getByText(`Sent: $12.50 for ${recipient}`)).toBeVisible();
  await page.getByRole("link", { name: "See the gifts you sent" }).click();
  await expect(page.getByText("Waiting")).toBeVisible();
  await expectAccessible(page, "gifts sent");

  await page.goto(await mailedLink(sql, recipient));
  await expect(page.getByText(`You are signed in as ${sender}`)).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Accept, and open their wallet here" }),
  ).toBeVisible();
  await expectAccessible(page, "gift offered");
  await page.getByRole("button", { name: "Decline, and send it back" }).click();
  await expect(page.getByRole("dialog", { name: "Decline the gift?" })).toBeVisible();
  await expectDialogAccessible(page, "gift, to be declined");
  await page.getByRole("button", { name: "Decline it" }).click();
  await expect(page.getByText("You declined this gift")).toBeVisible();
  await page.goto("/wallet/gifts");
  await expect(page.getByText("Declined, money back")).toBeVisible();
  await page.goto(`/wallet/cards/${uuid}`);
  await expect(page.getByText("Gift came back")).toBeVisible();
  await expect(page.getByText(`${recipient} declined it.`)).toBeVisible();
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
  await page.getByLabel("Their e-mail address").fill(sender);
  await page.getByRole("button", { name: "Review the gift" }).click();
  tolerate(/status of 400/);
  await page.getByRole("button", { name: "Send $10.00" }).click();
  await page.getByLabel("Their e-mail address").fill(recipient);
  await page.getByRole("button", { name: "Review the gift" }).click();
  await page.getByRole("button", { name: "Send $10.00" }).click();
  await page.getByRole("link", { name: "See the gifts you sent" }).click();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(await mailedLink(sql, recipient));
  await expect(theirs.getByText("Waiting for you")).toBeVisible();
  await expect(theirs.getByText("You are signed in as")).toHaveCount(0);
  await page.getByRole("button", { name: `Take back the gift to ${recipient}` }).click();
  await expectDialogAccessible(page, "gift, to be taken back");
  await page.getByRole("button", { name: "Take it back", exact: true }).click();
  await expect(page.getByText("Taken back")).toBeVisible();
  await theirs.getByRole("button", { name: "Accept the gift" }).click();
  await expect(theirs.getByText("This gift was taken back")).toBeVisible();
  await context.close();
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
});
