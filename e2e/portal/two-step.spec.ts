import type { Page } from "@playwright/test";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { type Credentials, download, expectLoaded, fillSignIn, openAs } from "./person";
import { codeOf, enableTwoStep } from "./totp";

/** Signs in with a password and a two-step code. */
async function signInBoth(page: Page, person: Credentials, code: string) {
  await page.goto("/sign-in?next=/settings/security");
  await fillSignIn(page, person);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const section = (page: Page) => page.getByRole("region", { name: /^Two-step sign-in/ });

test("two-step sign-in works from setup to recovery", async ({ page, merchant, tolerate }) => {
  test.slow();
  tolerate(/status of 40[01]/);
  await openAs(page, merchant, "/settings/security");
  await section(page).getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("isn't right")).toBeVisible();
  await dialog.getByLabel("Password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await dialog.locator("code").innerText();
  const first = codeOf(secret);
  for (const code of ["000000", first]) {
    await dialog.getByLabel("Code", { exact: true }).fill(code);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    if (code !== first) await expect(dialog.getByText(/isn't right/)).toBeVisible();
  }

  // The page behind the dialog is updated; the codes stay until the person saves them.
  await expect(page.getByText("10 of 10 recovery codes are left")).toBeAttached();
  const codes = await dialog.getByRole("list").getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  const saved = await download(page, dialog.getByRole("button", { name: "Download" }));
  for (const code of codes) expect(saved.text).toContain(code);
  await page.emulateMedia({ media: "print" });
  await expect(dialog.getByRole("list")).toBeVisible();
  await expect(dialog.getByText(merchant.email)).toBeVisible();
  await expect(dialog.getByText("I have kept them")).toBeHidden();
  await expect(page.getByText("Where you are signed in")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(section(page)).toContainText("10 of 10 recovery codes are left");
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);

  await page.context().clearCookies();
  await signInBoth(page, merchant, first);
  await expect(page.getByText(/isn't right, or was used before/)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/settings/security");

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/settings/security");
  await fillSignIn(page, merchant);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[4]?.toUpperCase() ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(section(page)).toContainText("9 of 10 recovery codes are left");
});

test("two-step sign-in needs more than a password", async ({ page, merchant, sql, tolerate }) => {
  tolerate(/status of 401/);
  await enableTwoStep(sql, merchant);
  await page.goto("/sign-in");
  await fillSignIn(page, { ...merchant, password: "not the password" });
  await expect(page.getByRole("alert").filter({ hasText: "isn't right" })).toBeVisible();
  await fillSignIn(page, merchant);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.includes("session-token"))).toEqual([]);
  await page.getByRole("button", { name: "Back to the password" }).click();
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.goto("/cards");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("two-step sign-in is turned off with a code", async ({ page, merchant, sql, tolerate }) => {
  tolerate(/status of 40[01]/);
  const viewer = await makePerson(merchant, "viewer");
  const secret = await enableTwoStep(sql, viewer);
  const used = codeOf(secret);
  await signInBoth(page, viewer, used);
  await expectLoaded(page);
  await expect(section(page)).toContainText("Few recovery codes are left");

  const dialog = page.getByRole("dialog");
  const prove = async (code: string, verb: string) => {
    await dialog.getByLabel("Password").fill(viewer.password);
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByRole("button", { name: verb }).click();
  };
  await section(page).getByRole("button", { name: "New recovery codes" }).click();
  await prove(used, "Make new codes");
  await expect(page.getByText(/isn't right, or was used before/)).toBeVisible();
  await prove(codeOf(secret, 1), "Make new codes");
  const codes = dialog.getByRole("list").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [code = ""] = await codes.allInnerTexts();
  await page.getByRole("button", { name: "I have kept them" }).click();

  await section(page).getByRole("button", { name: "Turn off" }).click();
  await prove(code, "Turn off");
  await expect(section(page).getByRole("button", { name: "Set up" })).toBeVisible();
});
