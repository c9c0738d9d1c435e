import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { turnElsewhere } from "../support/store";
import { expectAccessible, expectDialogAccessible } from "./a11y";
import { expect, test } from "./furnished";
import { openings } from "./openings";
import { expectLoaded, fillSignIn, openAs, signInAs } from "./person";
import { codeOf } from "./two-steps";

/** Dialogs that other tests look at: those below, and e2e/wallet/pages.spec.ts. */
const apart = [
  "security/new-codes-dialog",
  "security/set-up-dialog",
  "security/turn-off-dialog",
  "session-ended",
  "shell/palette-entry",
  "store-changed",
  "wallet/ask-dialog",
  "wallet/code-sheet",
  "wallet/new-access",
];

test("every dialog of the product is on a list of this file", () => {
  const folder = "components";
  const opens = /<(Dialog|ActionDialog|ConfirmDialog|Sheet|Panel)\b|Dialog as Radix/;
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("ui/"))
    .filter((file) => opens.test(readFileSync(`${folder}/${file}`, "utf8")))
    .map((file) => file.replace(".tsx", ""));
  const listed = new Set([...openings.map(({ file }) => file), ...apart]);
  expect([...listed].sort()).toEqual(found.sort());
});

/** Goes to a page, or closes the dialog that was looked at on it last; some open with the page. */
async function show(page: Page, address: string) {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address && !search.includes("open=")) {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    return;
  }
  await page.goto(address);
  await expect(page.locator("h1")).toBeAttached();
  await expectLoaded(page);
}

// In parts, for as many workers as there are.
const PARTS = 3;
const size = Math.ceil(openings.length / PARTS);
for (let part = 0; part < PARTS; part++) {
  test(`every dialog of the portal is accessible, part ${part + 1}`, async ({
    page,
    furnished,
  }) => {
    test.setTimeout(120_000);
    await signInAs(page, furnished.store);
    for (const opening of openings.slice(part * size, (part + 1) * size)) {
      const { at, open, dark } = opening;
      const name = `${opening.file}: ${opening.name}`;
      await test.step(name, async () => {
        await show(page, typeof at === "string" ? at : at(furnished));
        await open?.(page, furnished);
        await expectDialogAccessible(page, name, dark);
      });
    }
  });
}

test("the dialogs for who leaves a team, has no shop, lost the session, works elsewhere or is cut off are accessible", async ({
  page,
  merchant,
  furnished,
  tolerate,
}) => {
  test.setTimeout(60_000);
  tolerate(/status of (401|409)|ERR_FAILED|ChunkLoadError/);
  await openAs(page, furnished.manager, "/settings/team");
  await page.getByRole("button", { name: "Leave store" }).click();
  await expectDialogAccessible(page, "leave store");

  await openAs(page, merchant, "/settings/integrations");
  await page.getByRole("button", { name: "Connect Shopify" }).click();
  await expectDialogAccessible(page, "connect a shop");

  await openAs(page, merchant, "/cards");
  // What every dialog is made of is there by then.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.route("**/_next/static/chunks/**", (route) => route.abort("failed"));
  await page.keyboard.press("Control+k");
  await expect(page.getByText("The search couldn't be loaded")).toBeVisible();
  await expectDialogAccessible(page, "the search couldn't be loaded");
  await page.unrouteAll();

  await openAs(page, merchant, "/settings/store");
  await turnElsewhere(merchant);
  await page.getByLabel("Name", { exact: true }).fill("Corner Café");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("dialog", { name: "You now work in another store" })).toBeVisible();
  await expectDialogAccessible(page, "another store");

  await openAs(page, furnished.manager, "/cards");
  const disabled = page.getByRole("button", { name: /^Disabled/ });
  await expect(disabled).toBeVisible();
  await page.context().clearCookies();
  await disabled.click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await expectDialogAccessible(page, "the session has ended");
});

test("the dialogs of two-step sign-in are accessible, and so is its page of signing in", async ({
  page,
  merchant,
  sql,
}) => {
  test.setTimeout(60_000);
  const dialog = page.getByRole("dialog");
  await openAs(page, merchant, "/settings/security");
  await page.getByRole("button", { name: "Set up" }).click();
  await expectDialogAccessible(page, "set up: the password");
  await dialog.getByLabel("Password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = await dialog.locator("code").innerText();
  await expectDialogAccessible(page, "set up: the QR code");
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("list")).toBeVisible();
  await expectDialogAccessible(page, "set up: the recovery codes");
  await dialog.getByRole("button", { name: "I have kept them" }).click();

  for (const name of ["New recovery codes", "Turn off"]) {
    await page.getByRole("button", { name }).click();
    await expectDialogAccessible(page, name);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await fillSignIn(page, merchant);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page, "the second step");
  expect(
    await sql`select from users where id = ${merchant.userId}
    and totp_enabled_at is not null`,
  ).toHaveLength(1);
});
