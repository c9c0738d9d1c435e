import type { Page } from "@playwright/test";
import { chooseItem } from "./person";
import { expect, type SeededStore } from "./seeded-store";

type DialogCase = {
  /** The dialog's component file, relative to `components`. */
  file: string;
  name: string;
  at: string | ((seededStore: SeededStore) => string);
  /** Opens the dialog. Left out if the page opens it on load. */
  open?: (page: Page, seededStore: SeededStore) => Promise<void>;
  /** Also scan in dark mode. Set for one dialog of each kind. */
  dark?: true;
};

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const choose = (button: string | RegExp, item: string) => (page: Page) =>
  chooseItem(page, button, item);

/** Opens a dialog with `first`, clicks a button in it, and waits for the text `done`. */
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
  async (page: Page, { cards }: SeededStore) => {
    const row = page.getByRole("row").filter({ hasText: cards[card].code.slice(-4) });
    await row.getByRole("button", { name: "Settle" }).click();
  };

const cardAt =
  (name: keyof Pick<SeededStore["cards"], "inactive" | "active" | "expired" | "credited">) =>
  (seededStore: SeededStore) =>
    `/cards/${seededStore.cards[name].uuid}`;
const batch = (seededStore: SeededStore) => `/batches/${seededStore.batch}`;
const webhook = (name: keyof SeededStore["webhooks"]) => (seededStore: SeededStore) =>
  `/webhooks/${seededStore.webhooks[name]}`;
const customer = (seededStore: SeededStore) => `/customers/${seededStore.customer}`;
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

/** Every dialog of the portal except those that dialogs.spec.ts opens itself. */
export const dialogCases: DialogCase[] = [
  {
    file: "audit/audit-view",
    name: "entry",
    at: "/settings/audit-log",
    open: click("Signed in"),
    dark: true,
  },
  {
    file: "batches/create-batch-dialog",
    name: "create a batch, with errors",
    at: "/batches?open=create",
    open: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Create batch" }).click();
      await expect(page.getByText("Enter a name.")).toBeVisible();
    },
    dark: true,
  },
  { file: "batches/batch-dialogs", name: "activate", at: batch, open: click("Activate") },
  { file: "batches/batch-dialogs", name: "export codes", at: batch, open: click("Export codes") },
  {
    file: "batches/batch-dialogs",
    name: "sheets",
    at: batch,
    open: choose("More actions", "Print sheets"),
  },
  {
    file: "batches/batch-dialogs",
    name: "void",
    at: batch,
    open: choose("More actions", "Void unsold cards"),
    dark: true,
  },
  { file: "cards/card-dialogs", name: "assign", at: cardAt("credited"), open: click("Assign") },
  {
    file: "cards/create-cards-dialog",
    name: "create cards with an amount",
    at: "/cards?open=create",
    open: (page) => page.getByRole("checkbox", { name: "Activate with an amount" }).click(),
  },
  { file: "cards/card-dialogs", name: "disable", at: cardAt("active"), open: click("Disable") },
  {
    file: "cards/card-dialogs",
    name: "redeem",
    at: cardAt("active"),
    open: click("Redeem"),
    dark: true,
  },
  { file: "cards/card-dialogs", name: "top up", at: cardAt("active"), open: click("Top up") },
  {
    file: "cards/card-dialogs",
    name: "void, with errors",
    at: cardAt("inactive"),
    open: then(click("Void"), "Void card", "to go on"),
  },
  {
    file: "cards/card-dialogs",
    name: "activate",
    at: cardAt("inactive"),
    open: click("Activate"),
  },
  ...["Balance", "Created", "Batch"].map((name) => ({
    file: "cards/filter-panels",
    name: `filter ${name}`,
    at: "/cards?cardType=digital&balance=any&createdFrom=2026-01-01",
    open: click(new RegExp(name)),
    dark: true as const,
  })),
  {
    file: "cards/create-cards-dialog",
    name: "new codes",
    at: "/cards?open=create",
    open: async (page) => {
      await page.getByLabel("How many").fill("20");
      await page.getByRole("button", { name: "Create 20 cards" }).click();
      await expect(page.getByRole("heading", { name: "20 cards" })).toBeVisible();
    },
    dark: true,
  },
  {
    file: "customers/customer-dialogs",
    name: "assign",
    at: customer,
    open: click("Assign a card"),
  },
  {
    file: "customers/customer-dialogs",
    name: "give a card",
    at: customer,
    open: click("Give a card"),
  },
  { file: "keys/key-dialogs", name: "create a key", at: keys, open: click("Create key") },
  {
    file: "keys/key-dialogs",
    name: "rename",
    at: keys,
    open: choose("Actions for Till A", "Rename"),
  },
  {
    file: "keys/key-dialogs",
    name: "revoke",
    at: keys,
    open: choose("Actions for Till A", "Revoke"),
  },
  { file: "keys/key-dialogs", name: "roll", at: keys, open: rollKey },
  {
    file: "keys/key-dialogs",
    name: "the new key",
    at: keys,
    open: then(choose("Actions for Till B", "Roll"), "Roll key", "Authorization: Bearer"),
    dark: true,
  },
  {
    file: "platform/platform-dialogs",
    name: "disconnect",
    at: integrations,
    open: click("Disconnect"),
  },
  {
    file: "platform/platform-dialogs",
    name: "replace the token",
    at: integrations,
    open: click("Replace token"),
  },
  ...(["credited", "deactivated"] as const).map((card) => ({
    file: "platform/settle-dialog",
    name: `settle what was ${card}`,
    at: "/reports?tab=reconciliation",
    open: settle(card),
    dark: true as const,
  })),
  {
    file: "reports/write-off",
    name: "write off",
    at: "/reports?tab=breakage",
    open: click("Write off this card"),
    dark: true,
  },
  {
    file: "security/security-dialogs",
    name: "change password",
    at: "/settings/security",
    open: click("Change password"),
  },
  { file: "shell/palette", name: "palette", at: "/cards", open: press("Control+k"), dark: true },
  {
    file: "shell/shell",
    name: "menu of a phone",
    at: "/cards",
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await click("Open menu")(page);
    },
    dark: true,
  },
  { file: "shell/shortcuts", name: "shortcuts", at: "/cards", open: press("?"), dark: true },
  { file: "store-credit/issue-dialog", name: "issue store credit", at: "/store-credit?open=issue" },
  {
    file: "store/create-store-dialog",
    name: "create a store",
    at: team,
    open: choose(/switch store/, "Create another store"),
  },
  { file: "team/team-dialogs", name: "invite", at: team, open: click("Invite"), dark: true },
  {
    file: "team/team-dialogs",
    name: "remove",
    at: team,
    open: choose("Change A viewer", "Remove from the team"),
  },
  {
    file: "team/team-dialogs",
    name: "change role",
    at: team,
    open: choose("Change A viewer", "Change role"),
  },
  {
    file: "transactions/movement-panel",
    name: "a transaction",
    at: ({ cards }) => `/transactions?transaction=${cards.movementId}`,
    dark: true,
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
  {
    file: "webhooks/create-webhook-dialog",
    name: "create",
    at: "/webhooks?open=create",
    dark: true,
  },
  {
    file: "webhooks/create-webhook-dialog",
    name: "the new secret",
    at: "/webhooks?open=create",
    open: async (page) => {
      await page.getByLabel("Endpoint URL").fill("https://receiver.example.com/hook");
      await page.getByLabel("card.disabled").check();
      await page.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
      await expect(page.getByRole("textbox", { name: "Signing secret" })).toBeVisible();
    },
    dark: true,
  },
  {
    file: "webhooks/webhook-dialogs",
    name: "delete",
    at: webhook("off"),
    open: choose("More actions", "Delete"),
  },
  { file: "webhooks/webhook-dialogs", name: "edit", at: webhook("off"), open: click("Edit") },
  { file: "webhooks/secret-panel", name: "switch of secrets", at: webhook("off"), open: rotate },
  {
    file: "webhooks/secret-panel",
    name: "samples",
    at: webhook("off"),
    open: click("How to check a signature"),
    dark: true,
  },
  {
    file: "webhooks/webhook-dialogs",
    name: "switch off",
    at: webhook("failing"),
    open: choose("More actions", "Switch off"),
  },
  {
    file: "webhooks/webhook-dialogs",
    name: "send a test",
    at: webhook("failing"),
    open: click("Send test"),
    dark: true,
  },
];
