import type { Page } from "@playwright/test";
import { connectShop, syncNow, waitForSync } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { test as base, expect } from "../support/test";
import { openAs } from "./page-actions";

const path = "/reports?tab=reconciliation";

type Shop = Awaited<ReturnType<typeof openShop>>;
type SyncedCard = { uuid: string; code: string };

const test = base.extend<{
  /** The online shop connected to the test's store. */
  shop: Shop;
  /** Creates an active card and waits until the shop has it. */
  synced: (amountCents: number) => Promise<SyncedCard>;
}>({
  shop: async ({ merchant }, use) => {
    const shop = await openShop();
    await connectShop(merchant, shop);
    await use(shop);
  },
  synced: async ({ shop, activeCard, merchant, sql }, use) =>
    use(async (amountCents) => {
      const { uuid, code } = await activeCard({ amountCents });
      await waitForSync(sql, merchant.merchantId);
      expect(await shop.card(code)).toMatchObject({ balanceCents: amountCents });
      return { uuid, code };
    }),
});

const rowOf = (page: Page, { code }: SyncedCard) =>
  page.getByRole("row").filter({ hasText: code.slice(-4) });

const settle = (page: Page, card: SyncedCard) =>
  rowOf(page, card).getByRole("button", { name: "Settle" }).click();

test("the shop's redemptions are listed", async ({ page, merchant, shop, synced, sql, api }) => {
  const card = await synced(2_500);
  await shop.redeem(card.code, 700);
  await syncNow(sql, merchant.merchantId);
  await openAs(page, merchant, `/cards/${card.uuid}`);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("−$7.00")).toHaveCount(1);
  await history.getByText("Redeemed", { exact: true }).click();
  await expect(history.getByText("Online shop", { exact: true })).toBeVisible();

  const { uuid, code } = (await api.post("/cards", { currency: "USD" })).body;
  await shop.addCard(code, "1.00");
  await api.post(`/cards/${uuid}/activate`, { amountCents: 2_500 });
  await page.goto(`/cards/${uuid}`);
  const there = page.getByRole("region", { name: "In A shop" });
  await expect(there).toContainText("Failed");
  await page.goto("/settings/integrations");
  const counts = page.getByRole("region", { name: "Cards in A shop" });
  await counts.getByRole("link", { name: "1" }).first().click();
  await expect(page).toHaveURL(`${path}&cause=failed`);
  const row = rowOf(page, { uuid, code });
  await expect(row).toContainText(/code/);

  await shop.setNote(code, `Scrip card ${uuid}`);
  await row.getByRole("button", { name: "Retry" }).click();
  await expect.poll(async () => (await shop.card(code))?.balanceCents).toBe(2_500);
  await expect(page.getByRole("heading", { name: "No matching differences" })).toBeVisible();
});

test("differences are settled", async ({ page, merchant, shop, synced, sql, api }) => {
  const ours = await synced(2_500);
  const theirs = await synced(1_000);
  const overspent = await synced(2_600);
  const disabled = await synced(2_700);
  await shop.creditByHand(ours.code, 500);
  await shop.creditByHand(theirs.code, 500);
  await shop.redeem(overspent.code, 2_600);
  await api.post(`/cards/${overspent.uuid}/debit`, { amountCents: 700 });
  await shop.deactivate(disabled.code);
  await syncNow(sql, merchant.merchantId);
  await openAs(page, merchant, path);
  const dialog = page.getByRole("dialog");

  await expect(rowOf(page, ours)).toContainText("+$5.00");
  await settle(page, ours);
  await dialog.getByRole("button", { name: "Settle" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose which balance is correct.");
  await dialog.getByRole("radio", { name: "Use the balance here" }).click();
  await expect(dialog).toContainText("Deducts $5.00 from the gift card in the shop");
  await dialog.getByRole("button", { name: "Use the balance here" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await shop.card(ours.code))?.balanceCents).toBe(2_500);

  await settle(page, theirs);
  await dialog.getByRole("radio", { name: "Use the shop's balance" }).click();
  await expect(dialog).toContainText("for a balance of $15.00");
  await dialog.getByRole("button", { name: "Use the shop's balance" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(rowOf(page, overspent)).toContainText("−$7.00");
  await settle(page, overspent);
  await expect(dialog).toContainText("Your store takes the loss, and no balance changes.");
  await expect(dialog.getByRole("radio")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await expect(dialog).toHaveCount(0);

  await settle(page, disabled);
  await expect(dialog).toContainText("Its balance of $27.00 becomes unusable here too");
  await dialog.getByRole("textbox").fill(disabled.code.slice(-4));
  await dialog.getByRole("button", { name: "Deactivate here too" }).click();
  await expect(page.getByRole("heading", { name: "No differences" })).toBeVisible();

  const read = async ({ uuid }: SyncedCard) => (await api.get(`/cards/${uuid}/balance`)).body;
  expect(await read(theirs)).toMatchObject({ balanceCents: 1_500 });
  expect(await shop.card(theirs.code)).toMatchObject({ balanceCents: 1_500 });
  expect(await read(disabled)).toMatchObject({ status: "disabled" });
});

test("all cards are compared on request", async ({ page, merchant, synced, sql }) => {
  await synced(2_500);
  await openAs(page, merchant, path);
  await expect(page.getByText(/The first comparison hasn't finished yet/)).toBeVisible();
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByRole("button", { name: "Comparing" })).toBeDisabled();
  await expect(page.getByRole("progressbar", { name: "Comparing cards" })).toBeVisible();
  await syncNow(sql, merchant.merchantId);
  await expect(page.getByText(/All cards were compared with A shop/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Compare now" })).toBeEnabled();
});
