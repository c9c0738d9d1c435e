import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { type Credentials, expectLoaded, fillSignIn, type Member, openAs } from "./person";
import { codeOf, inTwoSteps } from "./two-steps";

/** Types password and then code, from the sign-in page on. */
async function signInBoth(page: Page, person: Credentials, code: string) {
  await page.goto("/sign-in?next=/settings/security");
  await fillSignIn(page, person);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const section = (page: Page) => page.getByRole("region", { name: /^Two-step sign-in/ });

/** Goes through the set-up as far as the QR code; gives the secret beside it. */
async function setUp(page: Page, person: Member & Credentials): Promise<string> {
  await openAs(page, person, "/settings/security");
  await section(page).getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  return await dialog.locator("code").innerText();
}

/** Finishes the set-up: the recovery codes are in sight. */
async function turnOn(page: Page, secret: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("10 of 10 recovery codes are left")).toBeAttached();
  await expect(dialog.getByRole("list")).toBeVisible();
}

test("a person turns two steps on, signs in with both, and keeps recovery codes for the day without the device", async ({
  page,
  merchant,
  tolerate,
}) => {
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
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText(/isn't right/)).toBeVisible();
  const first = codeOf(secret);
  await dialog.getByLabel("Code", { exact: true }).fill(first);
  await dialog.getByRole("button", { name: "Turn on" }).click();

  // The page behind knows by then; the codes stay until they were kept.
  await expect(page.getByText("10 of 10 recovery codes are left")).toBeAttached();
  const codes = await dialog.getByRole("list").getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const saved = readFileSync(await (await download).path(), "utf8");
  for (const code of codes) expect(saved).toContain(code);
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

test("the right password alone opens nothing where two steps are on; what is printed of the recovery codes is the codes", async ({
  page,
  merchant,
  sql,
  tolerate,
  anotherStore,
}) => {
  test.slow();
  await test.step("the password alone", async () => {
    const { merchant } = await anotherStore();
    tolerate(/status of 401/);
    await inTwoSteps(sql, merchant);
    await page.goto("/sign-in");
    await fillSignIn(page, { ...merchant, password: "not the password" });
    await expect(page.getByRole("alert").filter({ hasText: "isn't right" })).toBeVisible();
    await fillSignIn(page, merchant);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name.includes("session-token"))).toEqual([]);
    expect(await sql`select from user_sessions where user_id = ${merchant.userId}`).toHaveLength(0);
    await page.getByRole("button", { name: "Back to the password" }).click();
    await expect(page.getByLabel("Password")).toHaveValue("");
    await page.goto("/cards");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  await test.step("print", async () => {
    await turnOn(page, await setUp(page, merchant));
    const dialog = page.getByRole("dialog");
    await page.emulateMedia({ media: "print" });
    await expect(dialog.getByRole("list")).toBeVisible();
    await expect(dialog.getByText(merchant.email)).toBeVisible();
    await expect(dialog.getByText("I have kept them")).toBeHidden();
    await expect(page.getByText("Where you are signed in")).toBeHidden();
  });
});

test("a viewer makes new recovery codes and turns two steps off, for password and code", async ({
  page,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 40[01]/);
  const viewer = await makePerson(merchant, "viewer");
  const secret = await inTwoSteps(sql, viewer);
  const used = codeOf(secret);
  await signInBoth(page, viewer, used);
  await expectLoaded(page);
  await expect(section(page)).toContainText("Few recovery codes are left");

  const prove = async (code: string, verb: string) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill(viewer.password);
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByRole("button", { name: verb }).click();
  };
  await section(page).getByRole("button", { name: "New recovery codes" }).click();
  await prove(used, "Make new codes");
  await expect(page.getByText(/isn't right, or was used before/)).toBeVisible();
  await prove(codeOf(secret, 1), "Make new codes");
  const codes = page.getByRole("dialog").getByRole("list").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [code = ""] = await codes.allInnerTexts();
  await page.getByRole("button", { name: "I have kept them" }).click();

  await section(page).getByRole("button", { name: "Turn off" }).click();
  await prove(code, "Turn off");
  await expect(section(page).getByRole("button", { name: "Set up" })).toBeVisible();
  await page.context().clearCookies();
  await openAs(page, viewer, "/settings/security");
});
