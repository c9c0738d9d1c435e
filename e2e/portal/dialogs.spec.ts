import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { nameOf, switchStore } from "../support/store";
import { expectAccessible, expectDialogAccessible } from "./a11y";
import { dialogCases } from "./dialog-cases";
import { publishTotals, topUpInThePast } from "./ledger-jobs";
import { expectLoaded, fillSignIn, openAs, signInAs } from "./page-actions";
import { expect, test } from "./seeded-store";
import { codeOf } from "./totp";

/** Dialogs scanned by other tests: those below, and e2e/wallet/pages.spec.ts. */
const dialogsScannedElsewhere = [
  "lost-session",
  "reports/close-month-dialog",
  "security/passkey-dialogs",
  "security/recovery-codes",
  "shell/palette-entry",
  "transactions/return-dialogs",
  "wallet/code-sheet",
  "wallet/gifts-view",
  "wallet/new-access",
  "wallet/offered-gift",
];

/** Building blocks of other dialogs. */
const dialogBuildingBlocks = [
  "action-dialog",
  "confirm-dialog",
  "confirmation",
  "dialog-set",
  "form-dialog",
  "picker",
  "show-once-dialog",
];

test("every dialog of the product is scanned by a test", () => {
  const folder = "components";
  const opens =
    /<(Dialog|ActionDialog|ConfirmDialog|ShowOnceDialog|Sheet|Panel|Popover)\b|\b(formDialog|confirmation)\(|Dialog as Radix/;
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("kit/ui/"))
    .filter((file) => opens.test(readFileSync(`${folder}/${file}`, "utf8")))
    .map((file) => file.replace(/^(portal|kit\/\w+)\//, "").replace(".tsx", ""))
    .filter((file) => !dialogBuildingBlocks.includes(file));
  const listed = new Set([...dialogCases.map(({ file }) => file), ...dialogsScannedElsewhere]);
  expect([...listed].sort()).toEqual(found.sort());
});

/** Opens the page, or closes the dialog left from the last scan. Some dialogs open with the page. */
async function showPageWithoutDialog(page: Page, address: string) {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address && !search.includes("open=")) {
    await page.keyboard.press("Escape");
    // What is shown once closes only by its button.
    const saved = page.getByRole("button", { name: "I've saved it" });
    if (await saved.isVisible()) await saved.click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    return;
  }
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.locator("h1")).toBeAttached();
  await expectLoaded(page);
}

// Split into parts, so that workers can share them.
const TEST_COUNT = 3;
const casesPerTest = Math.ceil(dialogCases.length / TEST_COUNT);
for (let part = 0; part < TEST_COUNT; part++) {
  test(`every dialog is accessible, part ${part + 1}`, async ({ page, seededStore }) => {
    await signInAs(page, seededStore.store);
    for (const dialogCase of dialogCases.slice(part * casesPerTest, (part + 1) * casesPerTest)) {
      const { at, open, dark } = dialogCase;
      const name = `${dialogCase.file}: ${dialogCase.name}`;
      await test.step(name, async () => {
        await showPageWithoutDialog(page, typeof at === "string" ? at : at(seededStore));
        await open?.(page, seededStore);
        await expectDialogAccessible(page, name, dark);
      });
    }
  });
}

test("dialogs and menus don't shift the page behind them", async ({ page, merchant }) => {
  await openAs(page, merchant, "/settings/store");
  const places = () =>
    page
      .locator("aside, h1, form")
      .evaluateAll((elements) => elements.map((one) => one.getBoundingClientRect().toJSON()));
  const barWidth = await page.evaluate(
    () => window.innerWidth - document.documentElement.clientWidth,
  );
  expect(barWidth).toBeGreaterThan(0);
  const before = await places();
  const openers = [
    () => page.keyboard.press("?"),
    () => page.keyboard.press("Control+k"),
    () => page.getByRole("button", { name: "switch store" }).click(),
    () => page.getByLabel("Customer email language").click(),
  ];
  for (const [index, open] of openers.entries()) {
    await open();
    await expect(page.locator("[role=dialog], [role=menu], [role=listbox]").first()).toBeVisible();
    expect(await places(), String(index)).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=menu], [role=listbox]")).toHaveCount(0);
  }
});

test("other dialogs are accessible", async ({
  page,
  merchant,
  activeCard,
  seededStore,
  sql,
  tolerate,
}) => {
  tolerate(/status of (401|409)|ERR_FAILED|ChunkLoadError/);
  await openAs(page, seededStore.manager, "/settings/team");
  await page.getByRole("button", { name: "Leave store" }).click();
  await expectDialogAccessible(page, "leave store");

  await openAs(page, merchant, "/settings/integrations");
  await page.getByRole("button", { name: "Connect Shopify" }).click();
  await expectDialogAccessible(page, "connect a shop");

  const { uuid } = await activeCard({ amountCents: 4_200 });
  await topUpInThePast(sql, merchant.merchantId, uuid);
  await publishTotals(sql, merchant.merchantId);
  await openAs(page, merchant, "/reports?tab=closings");
  await page.getByRole("button", { name: /^Close / }).click();
  await expectDialogAccessible(page, "close a month");

  await openAs(page, merchant, "/cards");
  // Load the scripts that all dialogs share.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.route("**/_next/static/chunks/**", (route) => route.abort("failed"));
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Couldn't load search")).toBeVisible();
  await expectDialogAccessible(page, "search that couldn't load");
  await page.unrouteAll();

  await page.reload();
  await expectLoaded(page);
  const other = await switchStore(merchant);
  await page.getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByRole("dialog", { name: "You switched stores" })).toBeVisible();
  await expectDialogAccessible(page, "another store");
  await page.getByRole("dialog").getByRole("link", { name: "Reload" }).click();
  await expect(page.getByRole("complementary")).toContainText(nameOf(other));

  const frozen = page.getByRole("link", { name: "Frozen", exact: true });
  await expect(frozen).toBeVisible();
  await page.context().clearCookies();
  await frozen.click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await expectDialogAccessible(page, "the session has ended");
});

test("the dialogs of two-step sign-in are accessible", async ({ page, merchant }) => {
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
  await dialog.getByRole("button", { name: "I've saved my codes" }).click();

  for (const name of ["Replace recovery codes", "Turn off"]) {
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
});
