import { expect, test } from "../support/test";
import { expectLoaded, fillSignIn, openAs } from "./person";

test("a page asked for before signing in is shown after it, and no longer after signing out; a session that has ended is told, with the way back to the page", async ({
  page,
  merchant,
  activeCard,
  tolerate,
}) => {
  test.slow();
  await test.step("asked for before signing in", async () => {
    await page.goto("/transactions?type=spend");
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await fillSignIn(page, merchant);
    await expect(page).toHaveURL("/transactions?type=spend");
    await expectLoaded(page);

    await page.getByRole("button", { name: "account and theme" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.goto("/cards");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  await test.step("a session that has ended", async () => {
    tolerate(/status of 401/);
    await activeCard({ amountCents: 100 });
    await openAs(page, merchant, "/cards");
    await page.context().clearCookies();
    await page.getByRole("button", { name: /^Disabled/ }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await fillSignIn(page, merchant);
    await expect(page).toHaveURL(/\/cards/);
  });
});

test("a wrong password is refused in words that don't tell whether the address exists, and no password becomes part of an address, also before the page has its script", async ({
  page,
  merchant,
  tolerate,
  browser,
}) => {
  test.slow();
  await test.step("a wrong password", async () => {
    tolerate(/status of 401/);
    const refusals: string[] = [];
    for (const email of [merchant.email, "nobody@example.com"]) {
      await page.goto("/sign-in");
      await fillSignIn(page, { email, password: "not the password" });
      const alert = page.getByRole("alert").filter({ hasText: "isn't right" });
      await expect(alert).toBeVisible();
      refusals.push(await alert.innerText());
    }
    expect(refusals[0]).toBe(refusals[1]);
    await expect(page).toHaveURL("/sign-in");
  });

  await test.step("without a script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/sign-in", "/sign-up"]) {
      await page.goto(path);
      await expect(page.locator("form")).toHaveAttribute("method", "post");
      await expect(page.locator("form button[type=submit]")).toBeDisabled();
    }
    await context.close();
  });
});

test("the way back after signing in never leads to another site", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 404/);
  for (const next of [
    "https://example.com/cards",
    "//example.com/cards",
    "/.//example.com/cards",
  ]) {
    // Nothing of the page before may still ask for something.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await fillSignIn(page, merchant);
    await expect(page, next).not.toHaveURL(/sign-in/);
    expect(new URL(page.url()).hostname, next).toBe("localhost");
  }
});
