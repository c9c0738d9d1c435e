import { apiClient } from "../support/client";
import { expect, test } from "../support/test";
import { chooseItem, openAs } from "./page-actions";

test("test mode has a banner on every page, keys and a clock of its own, and shows the emails it doesn't send", {
  tag: "@journey",
}, async ({ page, merchant, api }) => {
  const banner = page.getByRole("region", { name: "Test mode" });
  const { body: live } = await api.post("/cards", { currency: "USD", cardType: "digital" });
  await openAs(page, merchant, "/cards");
  await expect(banner).toHaveCount(0);
  await chooseItem(page, /switch store/, "Switch to test mode");
  await expect(banner).toContainText("Test mode: no real money");
  for (const path of ["/cards", "/reports", "/settings/team"]) {
    await page.goto(path);
    await expect(banner).toBeVisible();
  }
  await expect(page.getByText("Not available in test mode")).toBeVisible();

  await page.goto("/settings/api-keys?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Dev");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = await dialog.getByLabel("API key").first().inputValue();
  expect(secret).toMatch(/^scrip_test_/);
  await dialog.getByRole("button", { name: "I've saved it" }).click();

  const till = apiClient(secret);
  expect((await till.get(`/cards/${live.uuid}`)).status).toBe(404);
  const { body: card } = await till.post("/cards", { currency: "USD", cardType: "digital" });
  const email = `ada-${merchant.slug}@example.com`;
  await till.post(`/cards/${card.uuid}/activate`, { amountCents: 2_500, consumerEmail: email });

  await page.goto("/settings/test-mode");
  await expect(page.getByText(`To ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "1 day", exact: true }).click();
  await expect(banner).toContainText("Clock 1 day ahead");
  await page.getByRole("button", { name: "Leave test mode" }).click();
  await expect(banner).toHaveCount(0);
});
