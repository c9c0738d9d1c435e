import { expect, test } from "../support/test";
import { expectLoaded, fillSignIn } from "./page-actions";

test("a page requested before sign-in opens after it", { tag: "@journey" }, async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 401/);
  await page.goto("/cards?status=active");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await fillSignIn(page, merchant);
  await expect(page).toHaveURL("/cards?status=active");
  await expectLoaded(page);

  await page.getByRole("button", { name: "Create card" }).first().click();
  const form = page.getByRole("dialog", { name: /^Create/ });
  await form.getByLabel("Customer email").fill("ada@example.com");
  await page.context().clearCookies();
  await form.getByRole("button", { name: /^Create/ }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in" }).click();
  const other = await opened;
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await fillSignIn(other, merchant);
  await expect(other).toHaveURL(/\/cards/);
  await other.close();
  // As the browser does when a person comes back to the page.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(dialog).toHaveCount(0);
  await expect(form.getByLabel("Customer email")).toHaveValue("ada@example.com");
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "account and theme" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/cards");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("sign-in is refused, and needs a script", async ({ page, merchant, tolerate, browser }) => {
  tolerate(/status of 401/);
  await page.goto("/sign-in");
  await fillSignIn(page, { ...merchant, password: "not the password" });
  await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
  await expect(page).toHaveURL("/sign-in");

  const context = await browser.newContext({ javaScriptEnabled: false });
  const withoutScript = await context.newPage();
  for (const path of ["/sign-in", "/sign-up"]) {
    await withoutScript.goto(path);
    await expect(withoutScript.locator("form")).toHaveAttribute("method", "post");
    await expect(withoutScript.locator("form button[type=submit]")).toBeDisabled();
  }
  await context.close();
});

test("sign-in never leads to another site", async ({ page, merchant, tolerate }) => {
  tolerate(/status of 404/);
  for (const next of [
    "https://example.com/cards",
    "//example.com/cards",
    "/.//example.com/cards",
  ]) {
    // Leave the previous page, so that it sends no more requests.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await fillSignIn(page, merchant);
    await expect(page, next).not.toHaveURL(/sign-in/);
    expect(new URL(page.url()).hostname, next).toBe("localhost");
  }
});
