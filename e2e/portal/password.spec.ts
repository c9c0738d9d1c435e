import { openSession } from "@/lib/domain/people/sessions";
import { mailedLink } from "../support/mailed-link";
import { expect, test } from "../support/test";
import { fillSignIn, openAs } from "./page-actions";

const newPassword = "another sentence to remember";

test("a changed password ends other sessions", async ({ page, merchant, tolerate }) => {
  tolerate(/status of 40[01]/);
  await openSession(merchant, { address: "127.0.0.1", userAgent: null });
  await openAs(page, merchant, "/settings/security");
  await expect(page.getByText("Not changed since you created your account.")).toBeVisible();

  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByLabel("New password").fill(newPassword);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("is incorrect")).toBeVisible();
  await dialog.getByLabel("Current password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. 1 other session ended.")).toBeVisible();
  await expect(page.getByText("Changed just now.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/transactions");
  await fillSignIn(page, merchant);
  await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
  await fillSignIn(page, { ...merchant, password: newPassword });
  await expect(page).toHaveURL("/transactions");
});

test("a forgotten password is reset by mail, once", { tag: "@journey" }, async ({
  page,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 40[01]/);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

  const link = await mailedLink(sql, merchant.email);
  expect(link).toMatch(/\/reset-password#[\w-]{43}$/);
  for (const [password, heading] of [
    [newPassword, "Password changed"],
    ["yet another sentence", "This link no longer works"],
  ] as const) {
    // Navigating to a link that differs only by its fragment would not load the page.
    await page.goto("/sign-in");
    await page.goto(link);
    await page.getByLabel("New password").fill("iloveyou123");
    await expect(page.getByText("This password is easy to guess.")).toBeVisible();
    await page.getByLabel("New password").fill(password);
    await expect(page.getByText("At least 10 characters.")).toBeVisible();
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  await page.goto("/sign-in?next=/cards");
  await fillSignIn(page, { ...merchant, password: newPassword });
  await expect(page).toHaveURL("/cards");
});
