import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { openSession } from "@/lib/merchants/sessions";
import { headersIn } from "@/lib/testing/portal";
import { baseUrl } from "../support/client";
import type { Store } from "../support/store";
import { expect } from "../support/test";

export type Member = Pick<Store, "merchantId" | "userId">;
export type Credentials = Pick<Store, "email" | "password">;

/** Fills the sign-in form on the page that shows it. */
export async function fillSignIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs up with a new store; gives the email. The overview is open after it. */
export async function signUp(page: Page): Promise<string> {
  const email = `ada-${randomUUID()}@example.com`;
  await page.goto("/sign-up");
  await page.getByLabel("Store name").fill("Corner Bakery");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill("a sentence to remember");
  await page.getByRole("button", { name: "Create store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  return email;
}

/** Opens a session of a person in the page's browser, in place of the one that is open there. */
export async function signInAs(page: Page, member: Member) {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const sessionId = await openSession(member, { address: "127.0.0.1", userAgent });
  const [name = "", value = ""] = (await headersIn(sessionId)).cookie.split("=");
  await page
    .context()
    .addCookies([{ name, value, url: baseUrl(), httpOnly: true, sameSite: "Lax" }]);
}

/** Opens `path` as a signed-in person; the sign-in form has tests of its own. */
export async function openAs(page: Page, member: Member, path: string) {
  // A page that is open for somebody else would go on asking, as this person.
  await page.goto("about:blank");
  await signInAs(page, member);
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expectLoaded(page);
}

/** Waits for a page's data, and so for the page to answer to clicks and keys. */
export async function expectLoaded(page: Page) {
  // By its tag: an open dialog hides it from those who can't see.
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}

/** Chooses an option of a select. */
export async function choose(page: Page, select: Locator, option: string | RegExp) {
  await select.click();
  await page.getByRole("option", { name: option }).click();
}

/** Chooses an item of the menu that a button opens. */
export async function chooseItem(page: Page, button: string | RegExp, item: string) {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Types into a search field and presses Enter. */
export async function search(field: Locator, term: string) {
  await field.fill(term);
  await field.press("Enter");
}

/** Clicks what downloads a file: its name and text. */
export async function download(page: Page, link: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** The addresses that a page requests from now on, in capitals and without what codes are spelled with. */
export function watchAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => {
    const address = decodeURIComponent(request.url());
    addresses.push(address.toUpperCase().replace(/[\s+-]/g, ""));
  });
  return addresses;
}

/** Expects no address to hold the beginning of a card's code. */
export function expectNoCodeIn(addresses: string[], code: string) {
  expect(addresses.length).toBeGreaterThan(0);
  const beginning = code.replaceAll("-", "").slice(0, 8);
  expect(addresses.filter((address) => address.includes(beginning))).toEqual([]);
}

/** Something to wait for until the test opens it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Lets the first response to a request of the page get lost; gives the Idempotency-Keys that were sent. */
export async function loseFirstResponse(page: Page, url: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(url, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    if (keys.length === 1) await route.abort("failed");
    else await route.fulfill({ response });
  });
  return keys;
}

/** Opens a page as somebody in a browser of their own. */
export async function openElsewhere(
  browser: Browser,
  member: Member,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await openAs(page, member, path);
  return page;
}
