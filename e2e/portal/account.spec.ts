import { randomUUID } from "node:crypto";
import { expect, test } from "../support/test";
import { fillSignIn, openAs, openMail } from "./page-actions";

test("a person changes their name and email, by a link that is emailed", {
  tag: "@journey",
}, async ({ page, merchant }) => {
  const email = `ada-${randomUUID()}@example.com`;
  await openAs(page, merchant, "/settings/account");
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByRole("region", { name: "Name" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Grace Hopper: account and theme" })).toBeVisible();

  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New email").fill(email);
  const password = dialog.getByLabel("Your password");
  await password.fill(merchant.password);
  await expect(password).toHaveAttribute("type", "password");
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await dialog.getByRole("button", { name: "Hide password" }).click();
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();

  const mail = await openMail(page, email, "Confirm your new email");
  const link = mail.frameLocator("iframe").getByRole("link", { name: "Confirm email" });
  const address = (await link.getAttribute("href")) ?? "";
  await mail.getByRole("button", { name: "Headers" }).click();
  await expect(mail.getByText(`To: ${email}`)).toBeVisible();
  await mail.getByRole("button", { name: "Plain text" }).click();
  await expect(mail.getByRole("link", { name: address })).toBeVisible();
  await page.goto(address);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await page.getByRole("link", { name: "Go to your store" }).click();
  await page.goto("/settings/account");
  await expect(page.getByText(`You sign in with ${email}`)).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/cards");
  await fillSignIn(page, { ...merchant, email });
  await expect(page).toHaveURL("/cards");
});

test("a person chooses emails about the store, and keeps the choice", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, "/settings/account");
  const emails = page.getByRole("region", { name: /^Emails about / });
  await expect(emails.getByLabel("Webhook disabled")).toBeChecked();
  await emails.getByLabel("Large redemptions").check();
  await emails.getByRole("button", { name: "Save" }).click();
  await expect(emails.getByText("Enter an amount.")).toBeVisible();
  await emails.getByLabel("Minimum amount").fill("250");
  await emails.getByLabel("Webhook disabled").uncheck();
  await emails.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await page.reload();
  await expect(emails.getByLabel("Webhook disabled")).not.toBeChecked();
  await expect(emails.getByLabel("Minimum amount")).toHaveValue("250.00");
});
