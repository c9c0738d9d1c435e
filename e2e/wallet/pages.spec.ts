import type { Page } from "@playwright/test";
import { expectAccessible, expectDialogAccessible } from "../portal/a11y";
import { pagesIn } from "../portal/pages";
import { baseUrl } from "../support/client";
import { mailedLink } from "../support/mailed-link";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "./open-wallet";

const expectLoaded = (page: Page) =>
  expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);

/** Scanned by gifts.spec.ts, in the order of a gift. */
const giftPages = [
  "/wallet/cards/[uuid]/gift",
  "/wallet/cards/[uuid]/transfer",
  "/wallet/gift",
  "/wallet/gifts",
];
/** Scanned by crawl.spec.ts with the missing pages of other areas. */
const missingPage = "/wallet/[...missing]";
const signedOutPages = ["/wallet/open", "/wallet/sign-in"];
const otherPages = ["/wallet", "/wallet/account", "/wallet/cards/[uuid]", "/wallet/claim"];

async function visitAndScan(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }), path).toBeAttached();
  await expectLoaded(page);
  await expect(page).toHaveURL(path);
  await expectAccessible(page, path);
}

test("every page and dialog of the wallet is accessible", async ({ page, api, activeCard }) => {
  expect([...giftPages, missingPage, ...signedOutPages, ...otherPages].sort()).toEqual(
    pagesIn("wallet/").sort(),
  );
  const email = randomEmail();
  const { uuid } = await activeCard({ amountCents: 12_345 });
  const note = "A very long note ".repeat(20);
  await api.post(`/cards/${uuid}/debit`, { amountCents: 345, note });
  await api.post(`/cards/${uuid}/claim`, { email });
  const spent = await activeCard({ amountCents: 500, currency: "JPY" });
  await api.post(`/cards/${spent.uuid}/claim`, { email });
  await api.post(`/cards/${spent.uuid}/disable`);
  for (const path of signedOutPages) await visitAndScan(page, path);
  await page.getByLabel("Email").fill(randomEmail());
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  await expectAccessible(page, "code of the sign-in email");
  await openWallet(page, email);
  await page.getByText("Past cards (1)").click();
  await expect(page.getByText("Deactivated")).toBeVisible();
  await expectAccessible(page, "/wallet with past cards");
  for (const address of otherPages) await visitAndScan(page, address.replace("[uuid]", uuid));
  await page.goto(`/wallet/cards/${uuid}`);
  await expect(page.getByText("A very long note").first()).toBeVisible();
  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByRole("img", { name: "The card's code as a QR code" })).toBeVisible();
  await expectDialogAccessible(page, "code");
  await page.goto("/wallet/account");
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Create access code" }).click();
  await expectDialogAccessible(page, "give a shop access");
  await page.getByRole("textbox", { name: "Store" }).fill("Corner Bakery");
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByRole("textbox", { name: "Access code" })).toBeVisible();
  await expectDialogAccessible(page, "access for a shop");
});

/** How far content has moved on the page, by itself: the sum of its layout shifts. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return await new Promise<number>((resolve) => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { hadRecentInput, value } = entry as PerformanceEntry & {
            hadRecentInput: boolean;
            value: number;
          };
          if (!hadRecentInput) shift += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      // Buffered entries arrive before the frame after the next.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shift))));
    });
  });

test("nothing moves while a page of the wallet, a gift or a balance page loads", async ({
  page,
  api,
  sql,
  merchant,
  activeCard,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [email, recipient] = [randomEmail(), randomEmail("recipient")];
  const cards = [await activeCard({ amountCents: 12_345 }), await activeCard({ amountCents: 900 })];
  for (const { uuid } of cards) await api.post(`/cards/${uuid}/claim`, { email });
  const [card, spent] = cards.map(({ uuid }) => uuid);
  await api.post(`/cards/${spent}/debit`, { amountCents: 900, note: "Two loaves of rye" });
  await openWallet(page, email);
  const gift = { cardUuid: card, amountCents: 1_000, recipientEmail: recipient, message: "Enjoy" };
  const sent = await page.request.post("/api/wallet/gifts", {
    data: { ...gift, design: "birthday" },
    headers: { origin: baseUrl() },
  });
  expect(sent.status()).toBe(201);
  const expectStill = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeAttached();
    await expectLoaded(page);
    expect(await shiftOf(page), path).toBeLessThanOrEqual(0.02);
  };

  await expectStill(`/balance/${merchant.slug}`);
  await expectStill(await mailedLink(sql, recipient));
  const paths = [...otherPages, "/wallet/cards/[uuid]/gift", "/wallet/cards/[uuid]/transfer"];
  for (const path of [...paths, "/wallet/gifts"])
    await expectStill(path.replace("[uuid]", card ?? ""));
  await page.context().clearCookies();
  for (const path of signedOutPages) await expectStill(path);
});

test("the wallet shows what is not there", async ({ page, context, activeCard, tolerate }) => {
  await openWallet(page, randomEmail());
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
  tolerate(/status of (404|401)|ERR_INTERNET_DISCONNECTED/);
  const { uuid } = await activeCard({ amountCents: 500 });
  await page.goto(`/wallet/cards/${uuid}`);
  await expect(page.getByText("This card isn't in your wallet")).toBeVisible();

  await page.goto("/wallet/claim");
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toHaveCount(0);

  await page.goto("/wallet");
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Account" }).click();
  await expect(
    page.getByText("Your session has ended").or(page.getByLabel("Email")).first(),
  ).toBeVisible();
});

test("shop access and balance page work", async ({ page, api, activeCard, merchant, tolerate }) => {
  await test.step("access of a shop", async () => {
    const email = randomEmail();
    await openWallet(page, email, "/wallet/account");
    await page.getByRole("button", { name: "Create access code" }).click();
    await page.getByRole("textbox", { name: "Store" }).fill("Corner Bakery");
    await page.getByRole("button", { name: "Create code" }).click();
    const secret = await page.getByRole("textbox", { name: "Access code" }).inputValue();
    await page.getByRole("button", { name: "I've saved it" }).click();
    const { uuid } = await activeCard({ amountCents: 500 });
    const claim = () =>
      api.post(`/cards/${uuid}/claim`, {}, { "Scrip-Consumer": `Bearer ${secret}` });
    expect((await claim()).body.ownerEmail).toBe(email);
    await page.getByRole("button", { name: "Remove access for Corner Bakery" }).click();
    await expect(page.getByText("Corner Bakery")).toHaveCount(0);
    expect((await claim()).status).toBe(401);
  });

  await test.step("the balance page", async () => {
    const { code } = await activeCard({ amountCents: 4_250 });
    const seen: string[] = [];
    page.on("request", (request) => seen.push(request.url()));
    await page.goto(`/balance/${merchant.slug}`);
    tolerate(/status of 404/);
    await page.getByLabel("Card code").fill("2222-2222-2222-2222");
    await page.getByRole("button", { name: "Check balance" }).click();
    await expect(page.getByText("No card found.")).toBeVisible();
    // No card of the store has one.
    await expect(page.getByLabel("PIN")).toHaveCount(0);
    await page.getByLabel("Card code").fill(code);
    await page.getByRole("button", { name: "Check balance" }).click();
    await expect(page.getByText("$42.50")).toBeVisible();
    expect(seen.filter((url) => url.toUpperCase().includes(code.slice(0, 4)))).toEqual([]);
    expect(page.url()).toMatch(/\/balance\/[\w-]+$/);
  });
});
