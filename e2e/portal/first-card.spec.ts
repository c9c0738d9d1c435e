import { mailedLink } from "../support/mailed-link";
import { expect, test } from "../support/test";
import { unlockByKeyboard } from "../support/till-page";
import { PIN } from "../support/till-requests";
import { confirmAddress, expectLoaded, PASSWORD, signUp } from "./page-actions";

test("a new store sells and redeems its first card, and sets up its till, by the steps of its overview", {
  tag: "@journey",
}, async ({ page, sql }) => {
  const email = await signUp(page);
  await confirmAddress(page, await mailedLink(sql, email));
  const sell = page.getByRole("region", { name: "Sell in person" });
  const step = (name: string) => sell.getByRole("listitem").filter({ hasText: name });
  await expect(sell).toContainText("0 of 4 done");
  await expect(sell.getByRole("link", { name: "Add brand" })).toHaveAttribute(
    "href",
    "/settings/branding",
  );
  await expect(step("Redeem the card").getByRole("link")).toHaveCount(0);

  await test.step("sell", async () => {
    await sell.getByRole("link", { name: "Create card" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "$25.00", exact: true }).click();
    await dialog.getByRole("button", { name: "Create card with $25.00" }).click();
    await expect(dialog.getByRole("listitem")).toContainText(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/);
  });

  await test.step("redeem", async () => {
    await page.goto("/overview");
    await expect(sell).toContainText("1 of 4 done");
    await sell.getByRole("link", { name: "Redeem card" }).click();
    await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Redeem", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount").fill("9.50");
    await dialog.getByRole("button", { name: "Redeem $9.50" }).click();
    await expect(dialog).toHaveCount(0);
  });

  const [card] = await sql`select balance_cents from cards where merchant_id in (
    select m.merchant_id from memberships m join users u on u.id = m.user_id where u.email = ${email})`;
  expect(Number(card?.balance_cents)).toBe(1_550);

  await test.step("till", async () => {
    await page.goto("/overview");
    await sell.getByRole("link", { name: "Set up till" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your PIN at the till").fill(PIN);
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Open till" }).click();
    await expect(page).toHaveURL("/till");
    await expect(page.getByLabel("PIN")).toBeFocused();
    await unlockByKeyboard(page);
    await expect(page.getByText("Ada Lovelace · Till 1")).toBeVisible();
    await page.goto("/overview");
    await expectLoaded(page);
    await expect(page.getByRole("link", { name: "Use this browser as a till" })).toHaveCount(0);
  });

  await test.step("report, and the choice is remembered", async () => {
    await sql`update merchants set brand_color = '#3b4f8a' where id in (
      select m.merchant_id from memberships m join users u on u.id = m.user_id where u.email = ${email})`;
    await page.goto("/overview");
    await expect(sell).toContainText("4 of 4 done");
    await sell.getByRole("link", { name: "View report" }).click();
    await expect(page).toHaveURL("/reports");
    await page.goto("/overview");
    await expectLoaded(page);
    await sell.getByRole("button", { name: "Dismiss" }).click();
    await page.reload();
    await expect(page.getByRole("region", { name: "Integrate" })).toBeVisible();
    await expect(sell).toHaveCount(0);
  });
});
