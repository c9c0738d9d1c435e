import type { Page } from "@playwright/test";
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
