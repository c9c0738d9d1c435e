import { turnElsewhere } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const path = "/settings/store";

test("what is wrong with a store's settings is told at its field; a change is in force everywhere at once", async ({
  page,
  merchant,
  activeCard,
}) => {
  test.slow();
  await test.step("what is wrong", async () => {
    await openAs(page, merchant, path);
    await page.getByLabel("Name", { exact: true }).fill(" ");
    await page.getByLabel("Months after the last load").fill("0");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Enter the store's name.")).toBeVisible();
    await expect(page.getByLabel("Months after the last load")).toHaveAccessibleDescription(
      /whole number of months/,
    );
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
  });

  await test.step("a change", async () => {
    const { uuid } = await activeCard({ amountCents: 500 });
    await openAs(page, merchant, path);
    await page.getByLabel("Name", { exact: true }).fill("Corner Café");
    await page.getByLabel("Time zone").click();
    await page.getByRole("combobox", { name: /Search/ }).fill("kirit");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Time zone")).toHaveText("Pacific/Kiritimati");
    await page.getByRole("radio", { name: "For good" }).click();
    await expect(page.getByText(/Expiry dates that stand on cards today stay/)).toBeVisible();
    await expect(page.getByText(/totals stay exact meanwhile/)).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Store settings saved")).toBeVisible();
    await expect(page.getByRole("complementary")).toContainText("Corner Café");

    await page.getByRole("link", { name: "Transactions" }).click();
    await expect(page.getByText("Times are the store's: Pacific/Kiritimati.")).toBeVisible();
    await page.goto(path);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Corner Café");
    await expect(page.getByRole("radio", { name: "For good" })).toBeChecked();
    await page.goto(`/cards/${uuid}`);
    await expect(page.getByRole("complementary")).toContainText("Corner Café");
  });
});

test("unsaved changes are not lost to a link, a shortcut or the way back; settings of a store that is no longer the session's are not saved in the other one", async ({
  page,
  merchant,
  sql,
  tolerate,
}) => {
  test.slow();
  await test.step("unsaved changes", async () => {
    await openAs(page, merchant, "/cards");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Store", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("Half a name");
    const asked = page.getByRole("dialog", { name: "Leave without saving?" });
    const stay = async () => {
      await asked.getByRole("button", { name: "Stay here" }).click();
      await expect(asked).toHaveCount(0);
      await expect(page).toHaveURL(path);
    };

    await page.getByRole("link", { name: "Transactions" }).click();
    await stay();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await stay();
    await page.evaluate(() => window.history.back());
    await stay();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half a name");

    await page.getByRole("link", { name: "Transactions" }).click();
    await asked.getByRole("button", { name: "Discard changes" }).click();
    await expect(page).toHaveURL("/transactions");
  });

  await test.step("another store", async () => {
    tolerate(/status of 409/);
    await openAs(page, merchant, path);
    const other = await turnElsewhere(merchant);
    await page.getByLabel("Name", { exact: true }).fill("Corner Café");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("dialog", { name: "You now work in another store" })).toBeVisible();
    await expect(page.getByText("reload the page")).toHaveCount(0);
    const stores = await sql`select from merchants where name = 'Corner Café'
      and id in (${merchant.merchantId}, ${other.merchantId})`;
    expect(stores).toHaveLength(0);
  });
});
