import { expect, test } from "../support/test";
import { openAs, openSearch } from "./page-actions";

const path = "/settings/store";

test("store settings apply on every page at once", { tag: "@journey" }, async ({
  page,
  merchant,
  activeCard,
}) => {
  const card = await activeCard({ amountCents: 500 });
  await openAs(page, merchant, path);
  const name = page.getByLabel("Name", { exact: true });
  const save = page.getByRole("button", { name: "Save changes" });
  await name.fill(" ");
  await page.getByLabel("Months after the last top-up").fill("0");
  await save.click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(page.getByLabel("Months after the last top-up")).toHaveAccessibleDescription(
    /whole number of months/,
  );
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(save).toBeDisabled();

  await name.fill("Corner Café");
  await page.getByLabel("Time zone").click();
  await page.getByRole("combobox", { name: /Search/ }).fill("kirit");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Time zone")).toHaveText("Pacific/Kiritimati");
  await page.getByLabel("Customer email language").click();
  await page.getByRole("option", { name: "German" }).click();
  await page.getByLabel("Scanner prefix").fill("GC:");
  await page.getByRole("radio", { name: "Never", exact: true }).click();
  await expect(page.getByText(/Current expiration dates don't change/)).toBeVisible();
  await expect(page.getByText(/Until then, totals stay accurate/)).toBeVisible();
  await save.click();
  await expect(page.getByText("Store settings saved")).toBeVisible();
  await expect(page.getByRole("complementary")).toContainText("Corner Café");

  await page.getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByText("All times in Pacific/Kiritimati.")).toBeVisible();
  await page.goto(path);
  await expect(name).toHaveValue("Corner Café");
  await expect(page.getByLabel("Customer email language")).toHaveText("German");
  await expect(page.getByRole("radio", { name: "Never", exact: true })).toBeChecked();

  // As a scanner types.
  await page.goto("/cards");
  await openSearch(page);
  await page.getByLabel("Search cards").pressSequentially(`gc:${card.code}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/cards?search=${card.uuid}`);
});

test("unsaved changes are not lost", async ({ page, merchant }) => {
  await openAs(page, merchant, "/cards");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Store details" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half a name");
  const asked = page.getByRole("dialog", { name: "Leave without saving?" });
  for (const leave of [
    () => page.getByRole("link", { name: "Transactions" }).click(),
    async () => {
      await page.getByRole("heading", { level: 1 }).click();
      await page.keyboard.press("g");
      await page.keyboard.press("t");
    },
    () => page.evaluate(() => window.history.back()),
  ]) {
    await leave();
    await asked.getByRole("button", { name: "Keep editing" }).click();
    await expect(asked).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
  await expect(name).toHaveValue("Half a name");
  await page.getByRole("link", { name: "Transactions" }).click();
  await asked.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL("/transactions");
});
