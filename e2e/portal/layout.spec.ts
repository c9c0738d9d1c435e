import type { Page } from "@playwright/test";
import { expectLoaded, openAs } from "./page-actions";
import { expect, test } from "./seeded-store";

const rail = (page: Page) => page.locator("aside");

test("below 1024 px the rail shows icons, named by tooltips; below 768 px it is a menu", async ({
  page,
  seededStore,
}) => {
  await openAs(page, seededStore.store, "/cards");
  const item = rail(page).getByRole("link", { name: "Transactions" });
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return (await rail(page).boundingBox())?.width ?? 0;
  };
  for (const width of [768, 899, 1023]) expect(await widthAt(width), String(width)).toBe(64);
  const tip = rail(page).getByText("Transactions").last();
  await expect(tip).toBeHidden();
  await item.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(tip).toBeVisible();
  await expect(rail(page).getByRole("button", { name: "Collapse" })).toBeHidden();

  expect(await widthAt(1024)).toBe(240);
  await expect(tip).toBeHidden();
  await rail(page).getByRole("button", { name: "Collapse" }).click();
  expect(await widthAt(1024)).toBe(64);

  expect(await widthAt(767)).toBe(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByText("Transactions", { exact: true }).first()).toBeVisible();
});

const LISTS = ["/cards", "/transactions", "/customers", "/batches", "/webhooks"];

/** The visible texts whose colors are not black on white. */
const coloredTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(td, th, h1, p)")]
      .filter((element) => element.getClientRects().length > 0 && element.textContent.trim())
      .filter((element) => getComputedStyle(element).color !== "rgb(0, 0, 0)")
      .map((element) => element.textContent),
  );

/** Below 768 px each row is stacked on two lines. */
async function expectStackedRows(page: Page, path: string) {
  await page.setViewportSize({ width: 767, height: 900 });
  const row = page.getByRole("table").locator("tbody tr").first();
  await expect(row).toHaveCSS("display", "grid");
  const tops = await row
    .locator("td")
    .evaluateAll((cells) => [
      ...new Set(
        cells
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => getComputedStyle(cell).gridRowStart),
      ),
    ]);
  expect(tops.sort(), path).toEqual(["1", "2"]);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(row).toHaveCSS("display", "table-row");
}

/** On an A4 page with its margins, all columns are black on white, without the rail and buttons. */
async function expectPrintable(page: Page, path: string) {
  const columns = await page.getByRole("columnheader").count();
  await page.setViewportSize({ width: 688, height: 900 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(rail(page), path).toBeHidden();
  await expect(page.getByRole("banner"), path).toBeHidden();
  const controls = "main button:not(th button):visible, main a:visible:has(svg), th svg:visible";
  await expect(page.locator(controls), path).toHaveCount(0);
  await expect(page.locator("th:visible"), path).toHaveCount(columns);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflowPx, path).toBeLessThanOrEqual(0);
  expect(await coloredTexts(page), path).toEqual([]);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen" });
}

test("a list's rows are stacked below 768 px, and print has all its columns and nothing else", async ({
  page,
  seededStore,
}) => {
  for (const path of LISTS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, seededStore.store, path);
    await expectPrintable(page, path);
    await expectStackedRows(page, path);
  }
});

/** Where the first row of each list may begin, by the width of the screen. */
const FIRST_ROW_BY_PX = { 1440: 200, 768: 220, 390: 260 };

const PAGES_OF_LISTS = [...LISTS, "/store-credit", "/settings/audit-log", "/settings/devices"];

test("a list begins near the top of the page, at every width", async ({ page, seededStore }) => {
  // A notice about a disabled webhook stands above the list.
  for (const path of PAGES_OF_LISTS.filter((one) => one !== "/webhooks")) {
    await openAs(page, seededStore.store, path);
    const row = page.getByRole("table").first().locator("tbody tr").first();
    for (const [width, limitPx] of Object.entries(FIRST_ROW_BY_PX)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const top = async () => (await row.boundingBox())?.y ?? Infinity;
      await expect.poll(top, `${path}, ${width} px`).toBeLessThanOrEqual(limitPx);
    }
  }
});

test("on a phone, a row of a list says who before when", async ({ page, seededStore }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const path of ["/cards", "/transactions"]) {
    await openAs(page, seededStore.store, path);
    const row = page.getByRole("table").locator("tbody tr").filter({ hasText: "ada@" }).first();
    await expect(row.getByText("ada@example.com"), path).toBeVisible();
    await expect(row.locator("time:visible"), path).toHaveCount(0);
  }
});

test("a cut text is shown in full at the pointer and at the keyboard focus", async ({
  page,
  seededStore,
}) => {
  await openAs(page, seededStore.store, "/customers");
  await expectLoaded(page);
  const tip = page.locator("[data-tooltip]");
  const cut = page.getByRole("link", { name: /^aaaa/ });
  const email = await cut.innerText();
  await cut.hover();
  await expect(tip).toHaveText(email);
  await page.mouse.move(1, 1);
  await expect(tip).toHaveCount(0);
  await page.getByRole("button", { name: "Search", exact: true }).first().focus();
  for (let steps = 0; steps < 20; steps++) {
    await page.keyboard.press("Tab");
    if (await cut.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(cut).toBeFocused();
  await expect(tip).toHaveText(email);
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
});
