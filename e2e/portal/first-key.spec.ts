import { apiClient } from "../support/client";
import { mailedLink } from "../support/mailed-link";
import { expect, test } from "../support/test";
import { chooseItem, confirmAddress, PASSWORD, signUp } from "./page-actions";

test("a new store's first key works at once, and not once it is revoked", {
  tag: "@journey",
}, async ({ page, sql }) => {
  const email = await signUp(page);
  await confirmAddress(page, await mailedLink(sql, email));
  const setup = page.getByRole("region", { name: "Integrate" });
  await expect(setup).toContainText("0 of 3 done");

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { name: "No API keys yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Till 1");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = await dialog.getByLabel("API key").first().inputValue();
  expect(secret).toMatch(/^scrip_live_/);
  await expect(dialog.locator("code")).toContainText(`Authorization: Bearer ${secret}`);
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Till 1.*Active/ })).toContainText("Online shop");
  await page.goto("/overview");
  await expect(setup).toContainText("1 of 3 done");
  await expect(setup.getByRole("link")).toHaveCount(2);
  await setup.getByRole("button", { name: "Dismiss" }).click();
  await page.reload();
  await expect(page.getByRole("region", { name: "Sell in person" })).toBeVisible();
  await expect(setup).toHaveCount(0);

  const till = apiClient(secret);
  const { body: card } = await till.post("/cards", { currency: "USD" });
  expect((await till.post(`/cards/${card.uuid}/activate`, { amountCents: 2_500 })).status).toBe(
    200,
  );
  expect((await till.post(`/cards/${card.uuid}/debit`, { amountCents: 1_200 })).status).toBe(200);

  await page.getByRole("link", { name: "Cards" }).click();
  const row = page.getByRole("row", { name: /Active/ });
  await expect(row).toContainText("$13.00");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/cards/${card.uuid}`);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(history.getByRole("listitem").first()).toContainText(
    /Redeemed.*−\$12\.00.*\$13\.00/,
  );
  await expect(history.getByRole("listitem").nth(1)).toContainText(/\+\$25\.00.*\$25\.00/);

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "API keys" }).click();
  await chooseItem(page, "Actions for Till 1", "Revoke");
  await page.getByLabel(/to confirm$/).fill(secret.slice(-4));
  const revoked = page.waitForResponse((response) => response.url().endsWith("/revoke"));
  await page.getByRole("button", { name: "Revoke key" }).click();
  expect((await revoked).status()).toBe(200);
  await expect.poll(async () => (await till.get("/cards")).status).toBe(401);
  await page.getByRole("link", { name: "Inactive keys 1" }).click();
  await expect(page.getByRole("row", { name: /Till 1/ })).toContainText("Revoked");
});
