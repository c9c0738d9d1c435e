import type { Route } from "@playwright/test";
import { expect, test } from "../support/test";
import { expectLoaded, openAs, openFilters } from "./page-actions";

test("theme and menu are kept for the next page", async ({ page, merchant, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/);
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "account and theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
  const html = await (await page.request.get("/transactions")).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
  expect(html).toContain("Expand menu");

  await page.context().setOffline(true);
  await expect(page.getByText("You're offline")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline")).toHaveCount(0);
});

test("a toast is announced, and filters fit on a phone", async ({ page, merchant }) => {
  await openAs(page, merchant, "/cards?open=create");
  await page.getByRole("dialog").getByRole("button", { name: "Create card" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toBeVisible();
  const [own, products] = await Promise.all([
    toast.evaluate((element) => getComputedStyle(element).fontFamily),
    page.evaluate(() => getComputedStyle(document.body).fontFamily),
  ]);
  expect(own).toBe(products);
  await expect(page.locator("section[aria-live=polite]").filter({ has: toast })).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/cards");
  const fields = (await openFilters(page)).getByRole("combobox");
  await expect(fields.first()).toBeVisible();
  for (const field of await fields.all()) {
    const { x = -1, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

/** What a browser gets while the server is away: nothing, or a proxy's error page. */
const AWAY: Record<string, (route: Route) => Promise<void>> = {
  refused: (route) => route.abort("connectionrefused"),
  "behind a proxy": (route) => route.fulfill({ status: 503, body: "no healthy upstream" }),
};

test("with the server away, a link stays in the shell, which says so, tries again, and goes on with the list's filters", async ({
  page,
  merchant,
  activeCard,
  tolerate,
}) => {
  tolerate(/ERR_CONNECTION_REFUSED|status of 503/);
  const { uuid } = await activeCard({ amountCents: 500 });
  const list = "/cards?cardType=digital";
  await openAs(page, merchant, list);
  const notice = page.getByText("Can't reach Scrip. Trying again…");
  const row = page.getByRole("table").getByRole("link").first();
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
  for (const [how, respond] of Object.entries(AWAY)) {
    // Forgets the pages that loaded while the pointer rested on their links.
    await page.goto(list);
    await expectLoaded(page);
    for (const [link, leadsTo] of [
      [row, `/cards/${uuid}`],
      [breadcrumb, list],
    ] as const) {
      const before = page.url();
      await page.route("**/*", respond);
      await link.click();
      await expect(notice, how).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page).toHaveURL(before);
      await page.unroute("**/*");
      if (link === breadcrumb) await page.getByRole("button", { name: "Retry" }).click();
      await expect(page).toHaveURL(leadsTo);
      await expect(notice).toHaveCount(0);
    }
  }
});
