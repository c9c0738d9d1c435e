import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { download, fillSignIn, openAs } from "./page-actions";
import { codeOf } from "./totp";

const twoStepSection = (page: Page) => page.getByRole("region", { name: /^Two-step sign-in/ });

test("two-step sign-in works from setup to recovery", { tag: "@journey" }, async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 40[01]/);
  await openAs(page, merchant, "/settings/security");
  await twoStepSection(page).getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("is incorrect")).toBeVisible();
  await dialog.getByLabel("Password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await dialog.locator("code").innerText();
  const first = codeOf(secret);
  for (const code of ["000000", first]) {
    await dialog.getByLabel("Code", { exact: true }).fill(code);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    if (code !== first) await expect(dialog.getByText(/is incorrect/)).toBeVisible();
  }

  // The page behind the dialog is updated; the codes stay until the person saves them.
  await expect(page.getByText("10 of 10 recovery codes left")).toBeAttached();
  const codes = await dialog.getByRole("list").getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  const saved = await download(page, dialog.getByRole("button", { name: "Download" }));
  for (const code of codes) expect(saved.text).toContain(code);
  await page.emulateMedia({ media: "print" });
  await expect(dialog.getByRole("list")).toBeVisible();
  await expect(dialog.getByText(merchant.email)).toBeVisible();
  await expect(dialog.getByText("I've saved my codes")).toBeHidden();
  await expect(page.getByText("Where you're signed in")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await dialog.getByRole("button", { name: "I've saved my codes" }).click();
  await expect(twoStepSection(page)).toContainText("10 of 10 recovery codes left");
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/settings/security");
  await fillSignIn(page, merchant);
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Back to password" }).click();
  await expect(page.getByLabel("Password")).toHaveValue("");
  await fillSignIn(page, merchant);
  await field.fill(first);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/is incorrect or was already used/)).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.includes("session-token"))).toEqual([]);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[4]?.toUpperCase() ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(twoStepSection(page)).toContainText("9 of 10 recovery codes left");

  await twoStepSection(page).getByRole("button", { name: "Replace recovery codes" }).click();
  const prove = async (code: string, verb: string) => {
    await dialog.getByLabel("Password").fill(merchant.password);
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByRole("button", { name: verb }).click();
  };
  await prove(codeOf(secret, 1), "Replace codes");
  const renewed = dialog.getByRole("list").getByRole("listitem");
  await expect(renewed).toHaveCount(10);
  const [recovery = ""] = await renewed.allInnerTexts();
  await page.getByRole("button", { name: "I've saved my codes" }).click();
  await twoStepSection(page).getByRole("button", { name: "Turn off" }).click();
  await prove(recovery, "Turn off");
  await expect(twoStepSection(page).getByRole("button", { name: "Set up" })).toBeVisible();
});
