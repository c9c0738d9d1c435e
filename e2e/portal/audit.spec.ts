import { expect, test } from "../support/test";
import { expectLoaded, openAs, openFilters } from "./page-actions";

const path = "/settings/audit-log";

test("an audit entry links to its subject", async ({ page, merchant, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/settings/store");
  await page.getByLabel("Months after the last top-up").fill("24");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Store settings saved")).toBeVisible();
  await page.getByRole("link", { name: "Audit log" }).click();

  await page.getByRole("button", { name: "Store settings changed" }).press("Enter");
  const entry = page.getByRole("dialog", { name: "Store settings changed" });
  await expect(entry).toContainText(/Months until expiration.*60 → 24/);
  await expect(entry).toContainText(/req_/);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Card created" }).click();
  const card = page.getByRole("dialog", { name: "Card created" });
  await expect(card).toContainText("Till A");
  await card.getByRole("button", { name: "Show all related activity" }).click();
  await expect(page).toHaveURL(new RegExp(`subject=${uuid}`));
  await expect(page.getByText("1–1 of 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Card created" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "the card ending in" }).click();
  await expect(page).toHaveURL(`/cards/${uuid}`);
});

test("audit filters are in the URL and the export", async ({ page, merchant, api, apiB }) => {
  await apiB.post("/cards", { currency: "EUR" });
  for (let n = 0; n < 3; n++) await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, path);
  const narrow = async (filter: string, term: string) => {
    await (await openFilters(page)).getByRole("combobox", { name: filter }).click();
    await page.getByRole("combobox", { name: /Search/ }).fill(term);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  };
  await narrow("Who", "till a");
  await expect(page).toHaveURL(/actor=key%3A|actor=key:/);
  await narrow("Action", "card created");
  await expect(page).toHaveURL(/action=card\.created/);
  const rows = page.getByRole("button", { name: "Card created", exact: true });
  await expect(rows).toHaveCount(3);
  const exported = page.getByRole("link", { name: "Export CSV" });
  await expect(exported).toHaveAttribute("href", /actor=key.*action=card\.created|action=.*actor=/);
  await page.reload();
  await expectLoaded(page);
  await expect(rows).toHaveCount(3);
  await page.goto(`${path}?from=2030-01-01`);
  await expect(page.getByText("No matching entries")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(path);
});
