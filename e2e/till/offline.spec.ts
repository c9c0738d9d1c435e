import { expect, test } from "../support/test";
import { addCashier, openTill } from "../support/till-page";

// A context of its own, because a service worker outlives the pages of a context.
test("without a connection, the installed till opens and says that nothing can be sold or redeemed", async ({
  browser,
  merchant,
}) => {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const manifest = await page.request.get(
    (await page.locator("link[rel=manifest]").getAttribute("href")) ?? "",
  );
  const { name, scope, icons } = await manifest.json();
  expect({ name, scope }).toEqual({ name: "Scrip till", scope: "/till" });
  for (const { src } of icons) expect((await page.request.get(src)).ok()).toBe(true);

  const scopeOfWorker = await page.evaluate(async () => {
    const { scope: controlled } = await navigator.serviceWorker.ready;
    return controlled;
  });
  expect(new URL(scopeOfWorker).pathname).toBe("/till");
  await context.setOffline(true);
  await expect(page.getByText("No connection. Nothing can be sold or redeemed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No connection. Nothing can be sold or redeemed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Can't open the till" })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
    const keys = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return keys.map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !/^\/till$|^\/_next\/static\//.test(path))).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Find a card" })).toBeAttached();
  await context.close();
});
