import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openSession } from "@/lib/domain/people/sessions";
import { headersIn } from "@/lib/testing/portal";
import { baseUrl } from "../support/client";
import { waitForReact } from "../support/patient-pages";
import type { Store } from "../support/store";
import { expect } from "../support/test";

export type Member = Pick<Store, "merchantId" | "userId">;
export type Credentials = Pick<Store, "email" | "password">;

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const PASSWORD = "a sentence to remember";

/** Signs up with a new store and ends on the overview. Returns the email. */
export async function signUp(page: Page): Promise<string> {
  const email = `ada-${randomUUID()}@example.com`;
  await page.goto("/sign-up");
  await page.getByLabel("Store name").fill("Corner Bakery");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  return email;
}

/** Confirms the email of a new account by its mailed link, and goes back to the overview. */
export async function confirmAddress(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await page.getByRole("link", { name: "Go to your store" }).click();
  await expectLoaded(page);
}

/** Opens the `nth` newest email of a kind to an address, where development shows them. Returns it. */
export async function openMail(page: Page, to: string, subject: string | RegExp, nth = 0) {
  await page.goto("/dev/mail");
  const button = page.getByRole("button", { name: subject });
  const mails = page.getByRole("listitem").filter({ hasText: to }).filter({ has: button });
  const mail = mails.nth(nth);
  const open = mail.getByRole("button", { name: subject });
  if ((await open.getAttribute("aria-expanded")) === "false") await open.click();
  return mail;
}

/** Signs a person in by setting the session cookie, replacing any current session. */
export async function signInAs(page: Page, member: Member) {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const sessionId = await openSession(member, { address: "127.0.0.1", userAgent });
  const [name = "", value = ""] = (await headersIn(sessionId)).cookie.split("=");
  await page
    .context()
    .addCookies([{ name, value, url: baseUrl(), httpOnly: true, sameSite: "Lax" }]);
}

/** Opens `path` as a signed-in person, without the sign-in form, which has its own tests. */
export async function openAs(page: Page, member: Member, path: string) {
  // A page left open for someone else would keep sending requests, now as this person.
  await page.goto("about:blank");
  await signInAs(page, member);
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expectLoaded(page);
}

/** Has the server send pages without their data, as if it couldn't read it: they ask for it themselves. */
export const withoutFirstData = (page: Page) =>
  page.route(
    ({ pathname }) => !/^\/(api|_next)\//.test(pathname),
    (route) => {
      const headers = { ...route.request().headers(), "scrip-store": "another store" };
      return route.continue({ headers });
    },
  );

/** Waits until a page's data is loaded, so that it responds to clicks and keys. */
export async function expectLoaded(page: Page) {
  // By tag, because an open dialog hides the heading from the accessibility tree.
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await waitForReact(page);
}

export async function choose(page: Page, select: Locator, option: string | RegExp) {
  await select.click();
  await page.getByRole("option", { name: option }).click();
}

/** Chooses an item of the menu that a button opens. */
export async function chooseItem(page: Page, button: string | RegExp, item: string) {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens the filters of a list. */
export async function openFilters(page: Page) {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  return page.getByRole("dialog", { name: "Filter" });
}

/** Chooses a value of one of a list's filters, and closes them. */
export async function chooseFilter(page: Page, filter: string, option: string | RegExp) {
  const filters = await openFilters(page);
  await choose(page, filters.getByRole("combobox", { name: filter }), option);
  await page.keyboard.press("Escape");
  await expect(filters).toHaveCount(0);
}

/** Opens the search box of a list. */
export const openSearch = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();

/** Clicks a download link. Returns the file's name and text. */
export async function download(page: Page, link: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Records the URLs that a page requests, in capitals and without spaces, "+" and "-". */
export function recordRequestUrls(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => {
    const address = decodeURIComponent(request.url());
    addresses.push(address.toUpperCase().replace(/[\s+-]/g, ""));
  });
  return addresses;
}

/** Expects that no URL contains the start of a card's code. */
export function expectNoCodeIn(addresses: string[], code: string) {
  expect(addresses.length).toBeGreaterThan(0);
  const beginning = code.replaceAll("-", "").slice(0, 8);
  expect(addresses.filter((address) => address.includes(beginning))).toEqual([]);
}

/** A promise that stays pending until the test calls `open`. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
