import type { Page } from "@playwright/test";
import { expect } from "../support/test";

export type Credentials = { email: string; password: string };

/** Fills the sign-in form on the page that shows it. */
export async function fillSignIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs a person in and opens `path`. */
export async function openAs(page: Page, person: Credentials, path: string) {
  await page.goto(`/sign-in?next=${encodeURIComponent(path)}`);
  await fillSignIn(page, person);
  // Signing in loads a whole page; a busy machine takes its time.
  await expect(page).toHaveURL(path, { timeout: 15_000 });
  await expectLoaded(page);
}

/** Waits for a page's data, and so for the page to answer to clicks and keys. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}
