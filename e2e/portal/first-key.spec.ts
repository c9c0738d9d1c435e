import { randomUUID } from "node:crypto";
import { apiClient } from "../support/client";
import { expect, test } from "../support/test";
import { expectLoaded } from "./person";

const revokedWithinMs = 1_000;

test("a new store makes a key, a till uses it, the portal shows what happened, revoking ends it", async ({
  page,
}) => {
  await page.goto("/sign-up");
  await page.getByLabel("Store name").fill("Corner Bakery");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill(`ada-${randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("a sentence to remember");
  await page.getByRole("button", { name: "Create store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  await expect(
    page.getByRole("heading", { name: "Get to your first redeemed card" }),
  ).toBeVisible();

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { name: "No keys yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Till 1");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = await dialog.getByLabel("API key").first().inputValue();
  expect(secret).toMatch(/^scrip_live_/);
  await expect(dialog.locator("code")).toContainText(`Authorization: Bearer ${secret}`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Till 1.*Active/ })).toContainText("never");

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
  await page.getByRole("button", { name: "Actions for Till 1" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByLabel(/Type its last four/).fill(secret.slice(-4));
  const revoked = page.waitForResponse((response) => response.url().endsWith("/revoke"));
  await page.getByRole("button", { name: "Revoke key" }).click();
  expect((await revoked).status()).toBe(200);
  const revokedAtMs = Date.now();
  await expect
    .poll(async () => (await till.get("/cards")).status, { intervals: [50], timeout: 5_000 })
    .toBe(401);
  expect(Date.now() - revokedAtMs).toBeLessThan(revokedWithinMs + 250);
  await page.getByRole("button", { name: "1 key that works no longer" }).click();
  await expect(page.getByRole("row", { name: /Till 1/ })).toContainText("Revoked");
});
