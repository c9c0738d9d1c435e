import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";
import { expectSound } from "./sound";

test("a signed-in person keeps the way around where there is no page", async ({
  page,
  merchant,
  tolerate,
}) => {
  test.slow();
  tolerate(/status of 404/);
  await openAs(page, merchant, "/cards");
  const answer = await page.goto("/there/is-no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Page not found · Scrip");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expectSound(page, "not found, signed in");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cards" }).click();
  await expect(page).toHaveURL("/cards");
});

test("a stranger is told that there is no such page, and nothing else", async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const answer = await page.goto("/there-is-no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("a page that can't be drawn says what is safe inside the frame, and Retry draws it", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/TypeError|Cannot read/);
  await page.route("**/api/portal/webhooks", (route) => route.fulfill({ json: { webhooks: 7 } }));
  await openAs(page, merchant, "/cards");
  await page.getByRole("link", { name: "Webhooks" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This page couldn't be loaded" });
  await expect(alert).toContainText("balances and history are safe");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.unroute("**/api/portal/webhooks");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});

test("a toast speaks in the product's font, politely", async ({ page, merchant, api }) => {
  const { body: card } = await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, `/cards/${card.uuid}`);
  await expectLoaded(page);
  await page.goto("/cards?open=create");
  await page.getByRole("dialog").getByRole("button", { name: "Create card" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toBeVisible();
  const [own, products] = await Promise.all([
    toast.evaluate((element) => getComputedStyle(element).fontFamily),
    page.evaluate(() => getComputedStyle(document.body).fontFamily),
  ]);
  expect(own).toBe(products);
  await expect(page.locator("section[aria-live=polite]").filter({ has: toast })).toHaveCount(1);
});

test("no filter is cut off on a phone", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, merchant, "/transactions");
  const chips = page.getByRole("group", { name: "Status" }).getByRole("button");
  for (const chip of await chips.all()) {
    const { x = -1, width = 0, height = 0 } = (await chip.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});
