import type { Browser, BrowserContextOptions, Request } from "@playwright/test";
import { apiClient, makeActiveCard } from "../support/client";
import { switchStore } from "../support/store";
import { expect, test } from "../support/test";
import { expectLoaded, type Member, openAs, signInAs } from "./page-actions";

const MAX_REQUESTS = 28;
/** Of a build for tests, which compresses less than one that ships. */
const MAX_KB = 340;
/** Of two fonts, with the letters of the languages that pages have. */
const MAX_FONTS_KB = 60;

/** Every page that has its first data in its HTML, also with filters. */
const PAGES = [
  "/cards",
  "/cards?status=active&sort=expiring&createdFrom=2024-02-29&min=1&page=2",
  "/overview",
  "/overview?currency=EUR&period=7d&view=table",
  "/transactions",
  "/transactions?status=pending&sort=oldest&from=2024-02-29",
  "/customers?q=a&sort=email",
  "/store-credit?currency=USD",
  "/store-credit?view=issued",
  "/batches?source=created",
  "/webhooks",
  "/settings/audit-log?action=webhook.created",
];

/** A page of a browser that has no copy of any file. */
async function openCold(browser: Browser, member: Member, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await signInAs(page, member);
  return { page, close: () => context.close() };
}

test("the first paint of a page has its data, without a script", async ({
  browser,
  merchant,
  api,
  activeCard,
}) => {
  const { code } = await activeCard({ amountCents: 4_321 });
  await api.post("/cards", { currency: "USD", ownerEmail: "grace@example.com" });
  await api.post("/store-credit", { email: "ada@example.com", amountCents: 300, currency: "USD" });
  const batch = { name: "Spring fair", currency: "USD", cardType: "physical", quantity: 2 };
  await api.post("/batches", batch);
  await api.post("/webhooks", { url: "https://shop.example/hook", events: ["card.debited"] });
  const last4 = code.slice(-4);
  const shown = {
    "/cards": last4,
    "/cards?sort=oldest&currency=EUR": "No matching cards",
    "/overview": "$46.21",
    "/transactions": last4,
    "/customers?q=grace": "grace@example.com",
    "/store-credit": "ada@example.com",
    "/store-credit?view=issued": "ada@example.com",
    "/batches": "Spring fair",
    "/webhooks": "shop.example/hook",
    "/settings/audit-log": "Webhook",
  };
  const { page, close } = await openCold(browser, merchant, { javaScriptEnabled: false });
  for (const [path, text] of Object.entries(shown)) {
    await page.goto(path);
    const found = page.getByRole("main").getByText(text).filter({ visible: true });
    await expect(found.first(), path).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ }), path).toHaveCount(0);
  }
  await close();
});

test("a page asks for nothing that came with its HTML", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await activeCard({ amountCents: 500 });
  const batch = { name: "Fair", currency: "USD", cardType: "digital", quantity: 1 };
  await api.post("/batches", batch);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  for (const path of PAGES) {
    await openAs(page, merchant, path);
    await page.waitForLoadState("networkidle");
    expect(asked.splice(0), path).toEqual([]);
  }
});

test("a page loads while the pointer rests on its link, and has what changed since when it opens", async ({
  page,
  merchant,
  activeCard,
}) => {
  await openAs(page, merchant, "/overview");
  const loads: string[] = [];
  /** Before the page, the router asks for the names of its parts. */
  const isPage = (request: Request) =>
    /\/cards\?_rsc=/.test(request.url()) && !request.headers()["next-router-prefetch"];
  page.on("request", (request) => {
    if (isPage(request)) loads.push(request.url());
  });
  const link = page.getByRole("link", { name: "Cards", exact: true });
  await Promise.all([page.waitForResponse((response) => isPage(response.request())), link.hover()]);
  const { code } = await activeCard({ amountCents: 700 });
  await link.click();
  await expect(page).toHaveURL("/cards");
  await expect(page.getByRole("link", { name: `Card ending in ${code.slice(-4)}` })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test("the list of cards is there in few requests and bytes, in a browser that has nothing yet", async ({
  browser,
  merchant,
  activeCard,
}) => {
  await activeCard({ amountCents: 500 });
  const { page, close } = await openCold(browser, merchant);
  const sizes: { isFont: boolean; size: Promise<number> }[] = [];
  page.on("requestfinished", (request) => {
    const size = request.sizes().then((all) => all.responseBodySize + all.responseHeadersSize);
    sizes.push({ isFont: request.resourceType() === "font", size });
  });
  await page.goto("/cards");
  await expectLoaded(page);
  await page.waitForLoadState("networkidle");
  expect(sizes.length).toBeLessThanOrEqual(MAX_REQUESTS);
  const kilobytesOf = async (some: typeof sizes) =>
    (await Promise.all(some.map(({ size }) => size))).reduce((sum, size) => sum + size / 1024, 0);
  expect(await kilobytesOf(sizes)).toBeLessThanOrEqual(MAX_KB);
  expect(await kilobytesOf(sizes.filter(({ isFont }) => isFont))).toBeLessThanOrEqual(MAX_FONTS_KB);
  await close();
});

test("a page that is opened after another tab switched stores has none of that store's data", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 409/);
  await openAs(page, merchant, "/overview");
  const other = await switchStore(merchant);
  const { code } = await makeActiveCard(apiClient(other.keyA), { amountCents: 500 });
  await page.getByRole("link", { name: "Cards", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "You switched stores" })).toBeVisible();
  await expect(page.getByText(code.slice(-4))).toHaveCount(0);
});

test.describe("in another region", () => {
  test.use({ locale: "en-GB" });

  test("the HTML has dates and amounts as the browser writes them", async ({
    page,
    merchant,
    activeCard,
  }) => {
    await activeCard({ amountCents: 500 });
    await page.goto("about:blank");
    await signInAs(page, merchant);
    // React reports text that differs as an error.
    const html = (await (await page.goto("/cards"))?.text()) ?? "";
    expect(html).toMatch(/<html lang="en-GB"/);
    expect(html).toMatch(/>\d{1,2} \w{3,4} 20\d\d</);
    expect(html).toContain(">US$5.00<");
    await expectLoaded(page);
    await expect(page.getByText("US$5.00").filter({ visible: true }).first()).toBeVisible();
  });
});
