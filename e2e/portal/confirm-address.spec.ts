import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { expectLoaded, openMail, signUp } from "./page-actions";

/** The link of the `nth` newest email that confirms an address, as its reader sees it. */
async function confirmLinkIn(page: Page, email: string, nth: number): Promise<string> {
  const mail = await openMail(page, email, "Confirm your email", nth);
  const button = mail.frameLocator("iframe").getByRole("link", { name: "Confirm email" });
  await expect(button).toHaveAttribute("href", /\/confirm-address#[\w-]{43}$/);
  return (await button.getAttribute("href")) ?? "";
}

test("a new owner is reminded to confirm their email", async ({ page, tolerate }) => {
  tolerate(/status of 400/);
  const email = await signUp(page);
  const reminder = page.getByRole("region", { name: "Needs attention" });
  await expect(reminder).toContainText(email);
  await expect(reminder).toContainText("the store can't email customers, invite people");
  await expect(page.getByRole("button", { name: "Resend link" })).toHaveCount(1);

  await page.goto("/settings/security");
  const banner = page.getByRole("region", { name: "Confirm your email" });
  await expect(banner).toContainText("the store can't email customers, invite people");
  await expect(page.getByRole("button", { name: "Set up" })).toBeDisabled();
  await expect(page.getByText("Confirm your email first")).toHaveCount(2);
  await page.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText(`Link sent to ${email}`)).toBeVisible();

  const [latest, first] = [
    await confirmLinkIn(page, email, 0),
    await confirmLinkIn(page, email, 1),
  ];
  // Only the latest link works, and opening it confirms nothing yet.
  await page.goto(first);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.goto("/overview");
  await expect(reminder).toBeVisible();
  await page.goto(latest);
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  await expect(reminder).toHaveCount(0);
  await page.goto("/settings/security");
  await expect(page.getByRole("button", { name: "Set up" })).toBeEnabled();
});
