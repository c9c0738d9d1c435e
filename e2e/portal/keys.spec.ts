import { apiClient } from "../support/client";
import { expect, test } from "../support/test";
import { choose, chooseItem, openAs } from "./page-actions";

const DAY_MS = 86_400_000;

const statusWith = async (secret: string) => (await apiClient(secret).get("/cards")).status;

test("keys are rolled, renamed and given an expiration date", async ({
  page,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/settings/api-keys");
  const dialog = page.getByRole("dialog");
  await chooseItem(page, "Actions for Till A", "Roll");
  await dialog.getByRole("radio", { name: "In 1 hour" }).click();
  await dialog.getByRole("button", { name: "Roll key" }).click();
  await expect(dialog.getByText("The password is required")).toBeVisible();
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Roll key" }).click();
  const secret = await dialog.getByLabel("API key").first().inputValue();
  await expect(dialog.locator("code")).toContainText(secret);
  await expect(dialog).toContainText(`${merchant.keyA.slice(-4)}, works for up to 1 hour`);
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  expect([await statusWith(merchant.keyA), await statusWith(secret)]).toEqual([200, 200]);

  const rows = page.getByRole("row", { name: /Till A/ });
  await expect(rows).toHaveCount(2);
  const old = rows.filter({ hasText: merchant.keyA.slice(-4) });
  await expect(old).toContainText("Rolling");
  await old.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Roll" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await sql`update api_keys set expires_at = now() where last4 = ${merchant.keyA.slice(-4)}
    and merchant_id = ${merchant.merchantId}`;
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole("link", { name: "Inactive keys 1" }).click();
  await expect(old).toContainText("Rolled");
  await expect(rows).toHaveCount(1);
  await page.getByRole("link", { name: /^Active \d/ }).click();

  await chooseItem(page, "Actions for Till B", "Roll");
  await dialog.getByRole("radio", { name: "Immediately" }).click();
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Roll key" }).click();
  await expect(dialog).toContainText("no longer works");
  await expect.poll(() => statusWith(merchant.keyB)).toBe(401);
  await dialog.getByRole("button", { name: "I've saved it" }).click();

  await page.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Expires")).toContainText("In 1 year");
  await choose(page, dialog.getByLabel("Expires"), "In 30 days");
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  await expect(dialog).toContainText(`Stops working on ${day.format(Date.now() + 30 * DAY_MS)}`);
  await dialog.getByRole("radio", { name: "Read only" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await chooseItem(page, "Actions for Till A", "Rename");
  await expect(dialog.getByLabel("Name")).toHaveValue("Till A");
  await dialog.getByLabel("Name").fill(" ");
  await dialog.getByRole("button", { name: "Rename key" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Web shop");
  await dialog.getByRole("button", { name: "Rename key" }).click();
  await expect(page.getByRole("row", { name: /Web shop/ })).toBeVisible();
  expect(await statusWith(secret)).toBe(200);
});

test("a key gets a location and limits when it is created, and the list of keys shows them", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/settings/api-keys?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kiosk");
  await dialog.getByRole("radio", { name: "Read only" }).click();
  const location = dialog.getByLabel("Location");
  await expect(location).toBeHidden();
  await dialog.getByRole("button", { name: "Advanced" }).click();
  await expect(dialog.getByLabel("Max deducted per transaction")).toHaveCount(0);
  await dialog.getByRole("radio", { name: /^Till/ }).click();
  await location.fill("Central station");
  await dialog.getByLabel("Allowed networks").fill("203.0.113.0/24, 198.51.100.7");
  const deducted = dialog.getByLabel("Max deducted per transaction");
  await deducted.fill("a lot");
  await dialog.getByRole("button", { name: "Advanced" }).click();
  await expect(location).toBeHidden();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(deducted).toHaveAccessibleDescription(/isn.t valid/);
  await deducted.fill("50");
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  const row = page.getByRole("row", { name: /Kiosk/ });
  await expect(row).toContainText("Central station");
  await expect(row).toContainText("2 networks, $50.00 deducted per transaction");

  await chooseItem(page, "Actions for Kiosk", "Edit limits");
  await expect(dialog.getByLabel("Max deducted per transaction")).toHaveValue("50.00");
  await dialog.getByLabel("Allowed networks").fill("");
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(row).not.toContainText("2 networks");
});
