import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { expectLoaded, expectNoCodeIn, gate, openAs, recordRequestUrls } from "./page-actions";

const SEARCH_LABEL = "Search";

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: SEARCH_LABEL });
  await expect(input).toBeFocused();
  return input;
}

test("the palette loads on demand and keeps the input", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/cards");
  const scripts = gate();
  let loaded = 0;
  await page.route("**/_next/static/chunks/**", async (route) => {
    loaded++;
    await scripts.opened;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("transa");
  scripts.open();
  await expect(page.getByRole("combobox", { name: SEARCH_LABEL })).toHaveValue("transa");
  expect(loaded).toBeGreaterThan(0);
  const palette = page.getByRole("dialog", { name: SEARCH_LABEL });
  await expect(palette.getByRole("option")).toHaveText([/Transactions/]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/transactions");
  await expect(palette).toHaveCount(0);

  await expectLoaded(page);
  await page.keyboard.press("/");
  await expect(page.locator("[data-search]")).toBeFocused();
  await page.keyboard.press("Meta+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("banner").getByRole("button", { name: SEARCH_LABEL }).click();
  await expect(page.getByRole("combobox", { name: SEARCH_LABEL })).toBeFocused();
});

test("the palette finds cards, customers, transactions, batches and settings", async ({
  page,
  merchant,
  activeCard,
  api,
  tolerate,
}) => {
  tolerate(/status of 500/);
  const { uuid, code } = await activeCard({ amountCents: 1_468 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 234, referenceId: "order-7731" });
  const stock = { name: "Spring stock", quantity: 2, currency: "EUR", cardType: "physical" };
  await api.post("/batches", stock);
  const credit = { email: "grace.hopper@example.com", amountCents: 500, currency: "USD" };
  await api.post("/store-credit", credit);
  await openAs(page, merchant, "/transactions");
  const addresses = recordRequestUrls(page);
  const input = await openPalette(page);
  // The first of the results: its transactions follow.
  const card = page.getByRole("option", { name: `Card ending in ${code.slice(-4)}` }).first();

  // One search for the whole id, not one for each character.
  await input.pressSequentially(uuid, { delay: 5 });
  await expect(card).toContainText("$12.34");
  const lookups = addresses.filter((address) => address.includes("/API/PORTAL/CARDS?"));
  expect(lookups).toHaveLength(1);
  await input.fill("2222 2222 2222 2223");
  await expect(page.getByText("No results for “2222 2222 2222 2223”")).toBeVisible();
  await input.fill(code.slice(-4).toLowerCase());
  await expect(card).toContainText("$12.34");
  await input.fill("grace.h");
  await expect(page.getByRole("option", { name: "grace.hopper@example.com" })).toBeVisible();
  await input.fill("order-7731");
  await expect(page.getByRole("option", { name: /−\$2\.34.*order-7731/ })).toBeVisible();
  await input.fill("$2.34");
  await expect(page.getByRole("option", { name: /order-7731/ })).toBeVisible();
  await input.fill("spring st");
  await expect(page.getByRole("option", { name: /Spring stock.*2 cards/ })).toBeVisible();
  await input.fill("shopify");
  await expect(page.getByRole("option", { name: "Settings: Integrations" })).toBeVisible();
  await input.fill("nobody@example.com");
  await expect(page.getByText("No results for “nobody@example.com”")).toBeVisible();

  await input.fill(code.toLowerCase().replaceAll("-", " "));
  await expect(card).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/cards/${uuid}`);
  expectNoCodeIn(addresses, code);

  // The palette now lists the card as recent, and no page of the navigation.
  await expect(page.getByRole("heading", { level: 1 })).toContainText(code.slice(-4));
  await page.goto("/transactions");
  await expectLoaded(page);
  await openPalette(page);
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toHaveText([/Card ending in/]);
  await card.click();
  await expect(page).toHaveURL(`/cards/${uuid}`);

  const error = { error: "internal_error", message: "It went wrong.", requestId: "req_palette" };
  const url = `**/api/portal/cards?search=${uuid}*`;
  await page.goto("/transactions");
  await expectLoaded(page);
  await page.route(url, (route) => route.fulfill({ status: 500, json: error }));
  await (await openPalette(page)).fill(uuid);
  const alert = page.getByRole("alert").filter({ hasText: "Search failed" });
  await expect(alert).toContainText("req_palette");
  await page.unroute(url);
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(card).toBeVisible();
});

test("the palette opens dialogs by URL, and changes the theme", async ({ page, merchant }) => {
  await openAs(page, merchant, "/transactions");
  await openPalette(page);
  await page.keyboard.type("create card");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create card" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/cards?open=create");
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/cards");

  await page.getByRole("button", { name: "Create card" }).first().click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/cards?open=create");
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/cards");

  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "account and theme" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
});
