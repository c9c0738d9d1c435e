import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "../wallet/open-wallet";
import { expectAccessible } from "./a11y";
import { expectLoaded, openAs, openMail, signInAs } from "./page-actions";

const path = "/settings/branding";
const terms = "https://example.com/gift-cards";

/** Chooses a logo of one color. */
async function chooseLogo(page: Page, background = { r: 40, g: 60, b: 120 }) {
  const image = sharp({ create: { width: 300, height: 120, channels: 3, background } });
  await page.locator("input[type=file]").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await image.png().toBuffer(),
  });
}

/** Expects an image of a page to be loaded and drawn. */
const expectDrawn = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);

/** Expects a button to have the store's color below, with white text. */
async function expectBranded(button: Locator) {
  await expect(button).toHaveCSS("background-color", "rgb(43, 63, 117)");
  await expect(button).toHaveCSS("color", "rgb(255, 255, 255)");
}

const logoSelector = 'img[src^="/api/store-logos/"]';

test("an owner's color, logo and contact are in the wallet, on the balance page and in an email", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const email = randomEmail("brand");
  const { uuid } = await activeCard({ amountCents: 4_200 });
  await openAs(page, merchant, path);
  await expect(page.getByText("No logo yet")).toBeVisible();
  await chooseLogo(page);
  await expect(page.getByText("Logo saved")).toBeVisible();
  await expect(page.getByRole("img", { name: "Your logo" })).toBeVisible();
  await expectDrawn(page, logoSelector);

  await page.getByLabel("Brand color").fill("FFD400");
  await expect(page.getByText("Black text: contrast 14.6:1")).toBeVisible();
  await expect(page.getByText(/hard to see on a white page/)).toBeVisible();
  await page.getByLabel("Brand color").fill("#2b3f75");
  await expect(page.getByText(/White text: contrast 10/)).toBeVisible();
  await expect(page.getByText(/hard to see on a white page/)).toHaveCount(0);
  await page.getByLabel("Sender name").fill("Corner Cards");
  await page.getByLabel("Support email").fill("help@example.com");
  await page.getByLabel("Support phone").fill("+1 503 555 0142");
  await page.getByLabel("Gift card terms").fill(terms);
  await expect(page.getByText("From: Corner Cards")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Branding saved")).toBeVisible();
  await expectAccessible(page, path);
  await page.reload();
  await expect(page.getByLabel("Brand color")).toHaveValue("#2b3f75");

  await api.post(`/cards/${uuid}/claim`, { email });
  const mail = await openMail(page, email, /^Your gift card from /);
  await mail.getByRole("button", { name: "Plain text" }).click();
  await expect(mail).toContainText("help@example.com, +1 503 555 0142");
  await expect(mail).toContainText(`Gift card terms: ${terms}`);

  await openWallet(page, email);
  const tile = page.getByRole("listitem").filter({ hasText: "$42.00" });
  await expect(tile).toHaveCSS("background-image", /rgb\(43, 63, 117\)/);
  await expect(tile).toHaveCSS("color", "rgb(255, 255, 255)");
  await expectDrawn(page, logoSelector);
  await expectAccessible(page, "/wallet with a brand");
  await page.goto(`/wallet/cards/${uuid}`);
  await expect(page.getByRole("link", { name: "help@example.com" })).toBeVisible();
  await expectDrawn(page, logoSelector);
  await expectBranded(page.getByRole("button", { name: "Show code" }));
  await expect(page.locator("body")).not.toContainText("Scrip");

  await page.goto(`/balance/${merchant.slug}`);
  await expect(page).toHaveTitle(/^Check your balance · Store /);
  await expect(page.getByRole("link", { name: "Gift card terms" })).toHaveAttribute("href", terms);
  await expectDrawn(page, logoSelector);
  await expectBranded(page.getByRole("button", { name: "Check balance" }));
  await expect(page.locator("body")).not.toContainText("Scrip");
  await expectAccessible(page, "/balance with a brand");
});

test("a file that is no logo and wrong details are refused with the reason", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, path);
  const file = (name: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer });
  await file("logo.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expect(page.getByText("must be a PNG, JPEG, WebP or GIF image")).toBeVisible();
  await file("logo.png", Buffer.alloc(2 * 1024 * 1024 + 1));
  await expect(page.getByText("Choose a file up to 2 MB.")).toBeVisible();
  await page.getByLabel("Brand color").fill("green");
  await page.getByLabel("Support email").fill("nobody");
  await page.getByLabel("Support phone").fill("call us");
  await page.getByLabel("Gift card terms").fill("http://example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  for (const text of [
    "Enter a color, such as #12573d.",
    "Enter an email address, such as name@example.com.",
    "Enter a phone number, such as +1 503 555 0142.",
    "Enter a URL that starts with https://.",
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page, "branding, with errors", { dark: false });
});

test("a logo is replaced and removed, and a viewer only sees the branding", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, path);
  await chooseLogo(page);
  const logo = page.getByRole("img", { name: "Your logo" });
  const url = await logo.getAttribute("src");
  await chooseLogo(page, { r: 120, g: 20, b: 20 });
  await expect(logo).not.toHaveAttribute("src", url ?? "");

  await signInAs(page, await makePerson(merchant, "viewer"));
  await page.goto(path);
  await expectLoaded(page);
  const settings = page.getByRole("region", { name: "Branding settings" });
  await expect(settings).toContainText("Only owners and managers can change the branding.");
  await expect(logo).toBeVisible();
  await expect(settings.getByRole("button")).toHaveCount(0);
  await expect(settings.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page, "branding for a viewer");

  await openAs(page, merchant, path);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(page.getByText("No logo yet")).toBeVisible();
});

test("the balance page of a store that doesn't exist is not found", async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  const answer = await page.goto("/balance/no-such-store");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("No store at this address");
  await expect(
    page.getByRole("heading", { level: 1, name: "No store at this address" }),
  ).toBeAttached();
  await expect(page.getByLabel("Card code")).toHaveCount(0);
  await expectAccessible(page, "no such store");
});
