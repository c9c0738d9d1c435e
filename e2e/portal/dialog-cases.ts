import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { chooseItem } from "./page-actions";
import { expect, type SeededStore } from "./seeded-store";

type At = string | ((seededStore: SeededStore) => string);
/** Opens a dialog. Undefined if the page opens it on load. */
type Open = ((page: Page, seededStore: SeededStore) => Promise<void>) | undefined;

const click =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole("button", { name }).first().click();

const choose =
  (button: string | RegExp, item: string): Open =>
  (page) =>
    chooseItem(page, button, item);

/** Opens a dialog with `first`, clicks a button in it, and waits for the text `done`. */
const clickInDialogAfter =
  (first: Open, button: string | RegExp, done: string): Open =>
  async (page, seededStore) => {
    await first?.(page, seededStore);
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog").getByText(done).first()).toBeVisible();
  };

const pressKey =
  (key: string): Open =>
  (page) =>
    page.keyboard.press(key);

const clickSettle =
  (card: "credited" | "deactivated"): Open =>
  async (page, { cards }) => {
    const row = page.getByRole("row").filter({ hasText: cards[card].code.slice(-4) });
    await row.getByRole("button", { name: "Settle" }).click();
  };

const openNewCodes: Open = async (page) => {
  await page.getByLabel("Number of cards").fill("20");
  await page.getByRole("button", { name: "Create 20 cards" }).click();
  await expect(page.getByRole("heading", { name: "20 cards" })).toBeVisible();
};

const openPhoneMenu: Open = async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
};

const createCustomKey: Open = async (page) => {
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("radio", { name: "Custom" }).click();
  await page.getByRole("button", { name: "Advanced" }).click();
};

const openImport: Open = async (page) => {
  await page.getByLabel("File").setInputFiles({
    name: "old-cards.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Card number,Remaining balance\n6035710000005678,25"),
  });
  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: "Import 1 card" }).click();
};

const rollTillB: Open = async (page, { store }) => {
  await chooseItem(page, "Actions for Till B", "Roll");
  await page.getByLabel("Your password").fill(store.password);
};

const newPairingCode: Open = async (page, { store }) => {
  await chooseItem(page, "Actions for Front desk", "New pairing code");
  await page.getByLabel("Your password").fill(store.password);
};

const leaveUnsaved: Open = async (page) => {
  await page.getByLabel("Name", { exact: true }).fill("Corner Café");
  await page.getByRole("link", { name: "Transactions" }).click();
};

const openRotated: Open = async (page) => {
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("textbox", { name: "New secret" })).toBeVisible();
};

const openNewWebhook: Open = async (page) => {
  await page.getByLabel("Endpoint URL").fill("https://receiver.example.com/hook");
  await page.getByLabel("card.disabled").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("textbox", { name: "Signing secret" })).toBeVisible();
};

const openSecretSwitch: Open = async (page) => {
  await page.getByRole("button", { name: "Use new secret" }).click();
};

const withSelectedCards =
  (button: string): Open =>
  async (page) => {
    // They stay selected when a dialog closes.
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page
      .getByRole("region", { name: "Selected cards" })
      .getByRole("button", { name: button, exact: true })
      .click();
  };

const withSelectedCardsChoosing =
  (item: string): Open =>
  async (page, seededStore) => {
    await withSelectedCards("More actions")?.(page, seededStore);
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };

/** Saves the list's filters as a view, under a name of its own, and chooses from the menu of its tab. */
const withSavedView =
  (item: string): Open =>
  async (page) => {
    const name = `A view ${randomUUID().slice(0, 8)}`;
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await chooseItem(page, `Change view “${name}”`, item);
  };

/** The dialogs of one component file, relative to `components`, on one page. */
const cases = (file: string, at: At, dialogs: Record<string, Open>) =>
  Object.entries(dialogs).map(([name, open]) => ({ file, name, at, open, dark: false }));

/** Dialogs that are also scanned in dark mode: one of each kind. */
const darkCases = (...given: Parameters<typeof cases>) =>
  cases(...given).map((dialog) => ({ ...dialog, dark: true }));

const cardAt =
  (name: keyof Pick<SeededStore["cards"], "inactive" | "active" | "credited">) =>
  ({ cards }: SeededStore) =>
    `/cards/${cards[name].uuid}`;
const batchPath: At = (seededStore) => `/batches/${seededStore.batch}`;
const customerPath: At = (seededStore) => `/customers/${seededStore.customer}`;
const failingPath: At = ({ webhooks }) => `/webhooks/${webhooks.failing}`;
const disabledPath: At = ({ webhooks }) => `/webhooks/${webhooks.off}`;
const filteredCards = "/cards?cardType=digital&balance=any&createdFrom=2026-01-01";
const [keys, security, team] = ["/settings/api-keys", "/settings/security", "/settings/team"];
const transfers = "/settings/transfers";
const [devices, cashiers] = ["/settings/devices", "/settings/cashiers"];
const [integrations, reconciliation] = ["/settings/integrations", "/reports?tab=reconciliation"];

/** Every dialog of the portal except those that dialogs.spec.ts opens itself. */
export const dialogCases = [
  ...cases("account/change-email-dialog", "/settings/account", {
    "change the email": click("Change email"),
  }),
  ...cases("agreements/agreement-dialogs", transfers, {
    "propose, with errors": clickInDialogAfter(
      click("Propose agreement"),
      "Send proposal",
      "Enter an amount.",
    ),
  }),
  ...darkCases("agreements/agreement-dialogs", transfers, {
    "change limits": choose(/^Actions for /, "Change limits"),
  }),
  ...cases("agreements/agreement-dialogs", transfers, {
    end: choose(/^Actions for /, "End agreement"),
  }),
  ...darkCases("audit/audit-view", "/settings/audit-log", { entry: click("Signed in") }),
  ...darkCases("batches/create-batch-dialog", "/batches?open=create", {
    "create a batch, with errors": clickInDialogAfter(undefined, "Create batch", "Enter a name."),
  }),
  ...cases("batches/batch-dialogs", batchPath, { activate: click("Activate cards") }),
  ...cases("batches/batch-dialogs", batchPath, {
    "export codes": click("Export codes"),
  }),
  ...darkCases("batches/import-dialog", "/batches/import", { import: openImport }),
  ...darkCases("batches/print-dialog", batchPath, { print: click("Print") }),
  ...darkCases("batches/batch-dialogs", batchPath, {
    void: choose("More actions", "Void unsold cards"),
  }),
  ...darkCases("cards/bulk-dialogs", "/cards", {
    "deactivate the selected cards": withSelectedCardsChoosing("Deactivate"),
  }),
  ...cases("cards/bulk-dialogs", "/cards?unsold=shown", {
    "activate the selected cards": withSelectedCards("Activate"),
    "freeze the selected cards": withSelectedCardsChoosing("Freeze"),
    "extend the selected cards": withSelectedCardsChoosing("Extend expiration"),
  }),
  ...cases("cards/create-cards-dialog", "/cards?open=create", {
    "create cards with an amount": (page) =>
      page.getByRole("button", { name: "$25.00", exact: true }).click(),
  }),
  ...darkCases("cards/create-cards-dialog", "/cards?open=create", { "new codes": openNewCodes }),
  ...cases("cards/card-dialogs", cardAt("credited"), { assign: click("Assign") }),
  ...cases("cards/card-dialogs", cardAt("active"), { "top up": click("Top up") }),
  ...darkCases("cards/card-edit-dialogs", cardAt("active"), { edit: click(/^Edit$/) }),
  ...cases("cards/card-edit-dialogs", cardAt("active"), { "email again": click("Email card") }),
  ...cases("cards/card-state-dialogs", cardAt("active"), {
    deactivate: click("Deactivate"),
    freeze: click("Freeze"),
    replace: click("Replace"),
  }),
  ...darkCases("cards/release-hold-dialog", cardAt("active"), { release: click("Release") }),
  ...darkCases("cards/card-dialogs", cardAt("active"), { redeem: click("Redeem") }),
  ...cases("cards/card-dialogs", cardAt("inactive"), {
    "void, with errors": clickInDialogAfter(click("Void"), "Void card", "to continue"),
    activate: click("Activate"),
  }),
  ...darkCases("cashiers/cashier-dialogs", `${cashiers}?open=add`, {
    "add, with errors": clickInDialogAfter(undefined, "Add cashier", "Enter 4 to 8 digits."),
  }),
  ...cases("cashiers/cashier-dialogs", cashiers, {
    edit: choose("Actions for Kim", "Edit"),
    "change the PIN": choose("Actions for Kim", "Change PIN"),
    deactivate: choose("Actions for Kim", "Deactivate"),
  }),
  ...cases("devices/device-dialogs", `${devices}?open=add`, {
    "add a device": click("Advanced"),
  }),
  ...darkCases("devices/device-dialogs", `${devices}?open=till`, {
    "use this browser as a till": undefined,
  }),
  ...cases("devices/device-dialogs", devices, {
    edit: choose("Actions for Front desk", "Edit"),
    revoke: choose("Actions for Front desk", "Revoke"),
  }),
  ...darkCases("devices/pair-dialog", devices, {
    "pair a browser": clickInDialogAfter(newPairingCode, "Create code", "enter this code there:"),
  }),
  ...darkCases("list-filters", filteredCards, { "filter the list": click(/^Filter/) }),
  ...cases("customers/customer-dialogs", customerPath, {
    assign: click("Assign card"),
    edit: click(/^Edit$/),
    "issue a gift card": click("Issue gift card"),
  }),
  ...cases("keys/create-key-dialog", keys, { "create a key": createCustomKey }),
  ...cases("keys/key-dialogs", keys, {
    rename: choose("Actions for Till A", "Rename"),
    revoke: choose("Actions for Till A", "Revoke"),
    roll: choose("Actions for Till A", "Roll"),
  }),
  ...cases("keys/key-dialogs", keys, { limits: choose("Actions for Till A", "Edit limits") }),
  ...darkCases("keys/shown-key", keys, {
    "the new key": clickInDialogAfter(rollTillB, "Roll key", "Authorization: Bearer"),
  }),
  ...cases("platform/platform-dialogs", integrations, {
    disconnect: click("Disconnect"),
    "replace the token": click("Replace token"),
  }),
  ...darkCases("platform/settle-dialog", reconciliation, {
    "settle a credit by hand": clickSettle("credited"),
    "settle a deactivated card": clickSettle("deactivated"),
  }),
  ...darkCases("reports/till-closings", "/reports?tab=tills", {
    "a closing report": click("View report 1 of Front desk"),
  }),
  ...darkCases("reports/write-off", "/reports?tab=breakage", {
    "write off": click("Write off this card"),
  }),
  ...darkCases("view-dialogs", filteredCards, { "save a view": click("Save view") }),
  ...cases("view-dialogs", filteredCards, {
    "rename a view": withSavedView("Rename view"),
    "delete a view": withSavedView("Delete view"),
  }),
  ...cases("security/security-dialogs", security, {
    "change password": click("Change password"),
  }),
  ...darkCases("shell/palette", "/cards", { palette: pressKey("Control+k") }),
  ...darkCases("shell/shell", "/cards", { "menu of a phone": openPhoneMenu }),
  ...darkCases("shell/shortcuts", "/cards", { shortcuts: pressKey("?") }),
  ...cases("store-credit/issue-dialog", "/store-credit?open=issue", { "issue credit": undefined }),
  ...cases("store/create-store-dialog", team, {
    "create a store": choose(/switch store/, "Create another store"),
  }),
  ...darkCases("team/remove-dialog", team, {
    remove: choose("Actions for A viewer", "Remove from team"),
  }),
  ...darkCases("team/team-dialogs", team, { invite: click("Invite team member") }),
  ...cases("team/team-dialogs", team, {
    "change role": choose("Actions for A viewer", "Change role"),
  }),
  ...darkCases(
    "transactions/movement-panel",
    ({ cards }) => `/transactions?transaction=${cards.movementId}`,
    { "a transaction": undefined },
  ),
  ...cases("unsaved-changes", "/settings/store", { "leave without saving": leaveUnsaved }),
  ...darkCases("webhooks/create-webhook-dialog", "/webhooks?open=create", {
    create: undefined,
    "the new secret": openNewWebhook,
  }),
  ...cases("webhooks/webhook-dialogs", disabledPath, {
    delete: choose("More actions", "Delete"),
    edit: click(/^Edit$/),
  }),
  ...cases("webhooks/retries-dialog", disabledPath, { "edit retries": click("Edit retries") }),
  ...cases("webhooks/rotate-dialog", disabledPath, {
    rotate: click("Rotate secret"),
    "the new secret": openRotated,
  }),
  ...cases("webhooks/secret-panel", disabledPath, { "use of the new secret": openSecretSwitch }),
  ...darkCases("webhooks/secret-panel", disabledPath, {
    samples: click("Verify signatures"),
  }),
  ...cases("webhooks/webhook-dialogs", failingPath, {
    "turn off": choose("More actions", "Turn off"),
  }),
  ...darkCases("webhooks/webhook-dialogs", failingPath, { "send a test": click("Send test") }),
];
