import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { turnElsewhere } from "../support/store";
import { expectAccessible, expectDialogAccessible } from "./a11y";
import { expect, type Furnished, test } from "./furnished";
import { expectLoaded, fillSignIn, openAs, signInAs } from "./person";
import { codeOf } from "./two-steps";

type Opening = {
  /** Where the dialog is written, in `components`. */
  file: string;
  name: string;
  at: string | ((furnished: Furnished) => string);
  /** Leads to the dialog; without it the page opens with it. */
  open?: (page: Page, furnished: Furnished) => Promise<void>;
};

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const choose = (button: string | RegExp, item: string) => async (page: Page) => {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** Goes on from the dialog that `first` opens, by a button of it. */
const then =
  (first: (page: Page) => Promise<void>, button: string | RegExp, done: string) =>
  async (page: Page) => {
    await first(page);
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog").getByText(done).first()).toBeVisible();
  };

const press = (key: string) => (page: Page) => page.keyboard.press(key);

const settle =
  (card: "credited" | "deactivated") =>
  async (page: Page, { cards }: Furnished) => {
    const row = page.getByRole("row").filter({ hasText: cards[card].code.slice(-4) });
    await row.getByRole("button", { name: "Settle" }).click();
  };

const cardAt =
  (name: keyof Pick<Furnished["cards"], "inactive" | "active" | "expired" | "credited">) =>
  (furnished: Furnished) =>
    `/cards/${furnished.cards[name].uuid}`;
const batch = (furnished: Furnished) => `/batches/${furnished.batch}`;
const webhook = (name: keyof Furnished["webhooks"]) => (furnished: Furnished) =>
  `/webhooks/${furnished.webhooks[name]}`;
const customer = (furnished: Furnished) => `/customers/${furnished.customer}`;
const team = "/settings/team";
const keys = "/settings/api-keys";
const integrations = "/settings/integrations";
const rollKey = choose("Actions for Till A", "Roll");
const rotate = async (page: Page) => {
  const offered = page.getByRole("button", { name: "Rotate secret" });
  await expect(offered.or(page.getByText("waits to be put in force"))).toBeVisible();
  if (await offered.isVisible()) await offered.click();
  await click("Switch to the next secret")(page);
};

/** Every dialog of the portal but those with a test of their own below. */
const openings: Opening[] = [
  {
    file: "audit/entry-dialog",
    name: "entry",
    at: "/settings/audit-log",
    open: click("Signed in"),
  },
  { file: "batches/activate-dialog", name: "activate", at: batch, open: click("Activate") },
  {
    file: "batches/create-batch-dialog",
    name: "create a batch, with errors",
    at: "/batches?open=create",
    open: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Create batch" }).click();
      await expect(page.getByText("Enter a name.")).toBeVisible();
    },
  },
  { file: "batches/export-dialog", name: "export codes", at: batch, open: click("Export codes") },
  {
    file: "batches/sheets-dialog",
    name: "sheets",
    at: batch,
    open: choose("More actions", "Print sheets"),
  },
  {
    file: "batches/void-dialog",
    name: "void",
    at: batch,
    open: choose("More actions", "Void unsold cards"),
  },
  { file: "cards/assign-dialog", name: "assign", at: cardAt("credited"), open: click("Assign") },
  {
    file: "cards/create-cards-dialog",
    name: "create cards with an amount",
    at: "/cards?open=create",
    open: (page) => page.getByRole("checkbox", { name: "Activate with an amount" }).click(),
  },
  { file: "cards/disable-dialog", name: "disable", at: cardAt("active"), open: click("Disable") },
  {
    file: "cards/disable-dialog",
    name: "void, with errors",
    at: cardAt("inactive"),
    open: then(click("Void"), "Void card", "to go on"),
  },
  ...["Balance", "Created", "Batch"].map((name) => ({
    file: "cards/filter-panels",
    name: `filter ${name}`,
    at: "/cards?cardType=digital&balance=any&createdFrom=2026-01-01",
    open: click(new RegExp(name)),
  })),
  {
    file: "cards/movement-dialog",
    name: "activate",
    at: cardAt("inactive"),
    open: click("Activate"),
  },
  { file: "cards/movement-dialog", name: "redeem", at: cardAt("active"), open: click("Redeem") },
  { file: "cards/movement-dialog", name: "top up", at: cardAt("active"), open: click("Top up") },
  {
    file: "cards/new-codes",
    name: "new codes",
    at: "/cards?open=create",
    open: async (page) => {
      await page.getByLabel("How many").fill("20");
      await page.getByRole("button", { name: "Create 20 cards" }).click();
      await expect(page.getByRole("heading", { name: "20 cards" })).toBeVisible();
    },
  },
  {
    file: "customers/assign-existing-dialog",
    name: "assign",
    at: customer,
    open: click("Assign a card"),
  },
  {
    file: "customers/give-card-dialog",
    name: "give a card",
    at: customer,
    open: click("Give a card"),
  },
  { file: "keys/create-key-dialog", name: "create a key", at: keys, open: click("Create key") },
  {
    file: "keys/new-key",
    name: "the new key",
    at: keys,
    open: then(choose("Actions for Till B", "Roll"), "Roll key", "Authorization: Bearer"),
  },
  {
    file: "keys/rename-key-dialog",
    name: "rename",
    at: keys,
    open: choose("Actions for Till A", "Rename"),
  },
  {
    file: "keys/revoke-key-dialog",
    name: "revoke",
    at: keys,
    open: choose("Actions for Till A", "Revoke"),
  },
  { file: "keys/roll-key-dialog", name: "roll", at: keys, open: rollKey },
  {
    file: "platform/disconnect-dialog",
    name: "disconnect",
    at: integrations,
    open: click("Disconnect"),
  },
  ...(["credited", "deactivated"] as const).map((card) => ({
    file: "platform/settle-dialog",
    name: `settle what was ${card}`,
    at: "/reports?tab=reconciliation",
    open: settle(card),
  })),
  {
    file: "platform/token-dialog",
    name: "replace the token",
    at: integrations,
    open: click("Replace token"),
  },
  {
    file: "reports/write-off-dialog",
    name: "write off",
    at: "/reports?tab=breakage",
    open: click("Write off this card"),
  },
  {
    file: "security/change-password-dialog",
    name: "change password",
    at: "/settings/security",
    open: click("Change password"),
  },
  { file: "shell/palette", name: "palette", at: "/cards", open: press("Control+k") },
  {
    file: "shell/shell",
    name: "menu of a phone",
    at: "/cards",
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await click("Open menu")(page);
    },
  },
  { file: "shell/shortcuts", name: "shortcuts", at: "/cards", open: press("?") },
  { file: "store-credit/issue-dialog", name: "issue store credit", at: "/store-credit?open=issue" },
  {
    file: "store/create-store-dialog",
    name: "create a store",
    at: team,
    open: choose(/switch store/, "Create another store"),
  },
  { file: "team/invite-dialog", name: "invite", at: team, open: click("Invite") },
  {
    file: "team/remove-dialog",
    name: "remove",
    at: team,
    open: choose("Change A viewer", "Remove from the team"),
  },
  {
    file: "team/role-dialog",
    name: "change role",
    at: team,
    open: choose("Change A viewer", "Change role"),
  },
  {
    file: "transactions/movement-panel",
    name: "a transaction",
    at: ({ cards }) => `/transactions?transaction=${cards.movementId}`,
  },
  {
    file: "unsaved-changes",
    name: "leave without saving",
    at: "/settings/store",
    open: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Corner Café");
      await page.getByRole("link", { name: "Transactions" }).click();
    },
  },
  { file: "webhooks/create-webhook-dialog", name: "create", at: "/webhooks?open=create" },
  {
    file: "webhooks/delete-webhook-dialog",
    name: "delete",
    at: webhook("off"),
    open: choose("More actions", "Delete"),
  },
  { file: "webhooks/edit-webhook-dialog", name: "edit", at: webhook("off"), open: click("Edit") },
  {
    file: "webhooks/new-webhook",
    name: "the new secret",
    at: "/webhooks?open=create",
    open: async (page) => {
      await page.getByLabel("Endpoint URL").fill("https://receiver.example.com/hook");
      await page.getByLabel("card.disabled").check();
      await page.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
      await expect(page.getByRole("textbox", { name: "Signing secret" })).toBeVisible();
    },
  },
  { file: "webhooks/rotation", name: "switch of secrets", at: webhook("off"), open: rotate },
  {
    file: "webhooks/secret-panel",
    name: "samples",
    at: webhook("off"),
    open: click("How to check a signature"),
  },
  {
    file: "webhooks/switch-off-dialog",
    name: "switch off",
    at: webhook("failing"),
    open: choose("More actions", "Switch off"),
  },
  {
    file: "webhooks/test-dialog",
    name: "send a test",
    at: webhook("failing"),
    open: click("Send test"),
  },
];

/** Dialogs that a test below opens by itself. */
const apart = [
  "platform/connect-dialog",
  "security/new-codes-dialog",
  "security/set-up-dialog",
  "security/turn-off-dialog",
  "session-ended",
  "shell/palette-entry",
  "store-changed",
  "team/leave-dialog",
  "wallet/ask-dialog",
  "wallet/code-sheet",
  "wallet/new-access",
];

test("every dialog of the product is on a list of this file", () => {
  const folder = "components";
  const opens = /<(Dialog|ConfirmDialog|Sheet|Panel)\b|Dialog as Radix/;
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("ui/"))
    .filter((file) => opens.test(readFileSync(`${folder}/${file}`, "utf8")))
    .map((file) => file.replace(".tsx", ""));
  const listed = new Set([...openings.map(({ file }) => file), ...apart]);
  expect([...listed].sort()).toEqual(found.sort());
});

// In parts, for as many workers as there are.
const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`every dialog of the portal is accessible, part ${part + 1}`, async ({
    page,
    furnished,
  }) => {
    test.setTimeout(120_000);
    await signInAs(page, furnished.store);
    for (const [index, { file, name, at, open }] of openings.entries()) {
      if (index % PARTS !== part) continue;
      await test.step(`${file}: ${name}`, async () => {
        await page.goto(typeof at === "string" ? at : at(furnished));
        await expect(page.locator("h1")).toBeAttached();
        await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
        await open?.(page, furnished);
        await expectDialogAccessible(page, `${file}: ${name}`);
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
  await openAs(page, furnished.manager, team);
  await page.getByRole("button", { name: "Leave store" }).click();
  await expectDialogAccessible(page, "leave store");

  await openAs(page, merchant, integrations);
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

  await page.reload();
  await page.getByRole("link", { name: "Cards" }).click();
  await expectLoaded(page);
  await page.context().clearCookies();
  await page.getByRole("button", { name: /^Disabled/ }).click();
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
