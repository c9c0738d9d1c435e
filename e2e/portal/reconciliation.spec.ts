import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { caughtUp, pollNow } from "../support/shopify/turn";
import { test as base, expect } from "../support/test";
import { openAs } from "./person";

const path = "/reports?tab=reconciliation";
const bare = (code: string) => code.replaceAll("-", "");

type Shop = Awaited<ReturnType<typeof openShop>>;
type Mirrored = { uuid: string; code: string };

const test = base.extend<{
  /** The shop that the test's store is connected with. */
  shop: Shop;
  /** A card that is active here and created there. */
  mirrored: (amountCents: number) => Promise<Mirrored>;
}>({
  shop: async ({ merchant }, use) => {
    const shop = await openShop();
    await connectShop(merchant, shop);
    await use(shop);
  },
  mirrored: async ({ shop, activeCard, merchant, sql }, use) =>
    use(async (amountCents) => {
      const { uuid, code } = await activeCard({ amountCents });
      await caughtUp(sql, merchant.merchantId);
      expect(await shop.card(bare(code))).toMatchObject({ balanceCents: amountCents });
      return { uuid, code: bare(code) };
    }),
});

/** Has what changed in the shop looked at, and waits until that is done. */
async function look(sql: Sql, merchantId: string) {
  await pollNow(sql, merchantId);
  await caughtUp(sql, merchantId);
}

const rowOf = (page: Page, { code }: Mirrored) =>
  page.getByRole("row").filter({ hasText: code.slice(-4) });

test("what is redeemed in the online shop stands in the card's history, once; a card that the shop refused is listed with its reason, and created once it can be", async ({
  page,
  merchant,
  shop,
  mirrored,
  sql,
  api,
}) => {
  test.slow();
  await test.step("redeemed there", async () => {
    const card = await mirrored(2_500);
    await shop.redeem(card.code, 700);
    await look(sql, merchant.merchantId);
    await openAs(page, merchant, `/cards/${card.uuid}`);
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("−$7.00")).toHaveCount(1);
    await history.getByText("Redeemed", { exact: true }).click();
    await expect(history.getByText("Online shop", { exact: true })).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Both sides agree" })).toBeVisible();
  });

  await test.step("refused there", async () => {
    const made = await api.post("/cards", { currency: "USD" });
    const { uuid } = made.body;
    const code = bare(made.body.code);
    await shop.addCard(code, "1.00");
    await api.post(`/cards/${uuid}/activate`, { amountCents: 2_500 });
    await openAs(page, merchant, `/cards/${uuid}`);
    const there = page.getByRole("region", { name: "In A shop" });
    await expect(there).toContainText("Failed", { timeout: 20_000 });
    await page.goto("/settings/integrations");
    await page
      .getByRole("region", { name: "Cards in A shop" })
      .getByRole("link", { name: "1" })
      .first()
      .click();
    await expect(page).toHaveURL(`${path}&cause=failed`);
    const row = rowOf(page, { uuid, code });
    await expect(row).toContainText(/code/);

    await shop.setNote(code, `Scrip card ${uuid}`);
    await row.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(async () => (await shop.card(code))?.balanceCents, { timeout: 20_000 })
      .toBe(2_500);
    await expect(page.getByRole("heading", { name: "No difference of this kind" })).toBeVisible();
    await page.goto(`/cards/${uuid}`);
    await expect(there).toContainText("Created", { timeout: 15_000 });
  });
});

test("what was credited in the shop by hand is settled by either side, a loss acknowledged, a card disabled there disabled here: each says what it does to the money", async ({
  page,
  merchant,
  shop,
  mirrored,
  sql,
  api,
}) => {
  test.slow();
  await test.step("credited by hand", async () => {
    const [ours, theirs] = [await mirrored(2_500), await mirrored(1_000)];
    await shop.creditByHand(ours.code, 500);
    await shop.creditByHand(theirs.code, 500);
    await look(sql, merchant.merchantId);
    await openAs(page, merchant, path);
    const dialog = page.getByRole("dialog");
    await expect(rowOf(page, ours)).toContainText("+$5.00", { timeout: 20_000 });
    await rowOf(page, ours).getByRole("button", { name: "Settle" }).click();
    await dialog.getByRole("button", { name: "Settle" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose which side is right.");
    await dialog.getByRole("radio", { name: "Take ours" }).click();
    await expect(dialog).toContainText("$5.00 is taken from the gift card in the shop");
    await dialog.getByRole("button", { name: "Take ours" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await shop.card(ours.code))?.balanceCents).toBe(2_500);

    await rowOf(page, theirs).getByRole("button", { name: "Settle" }).click();
    await dialog.getByRole("radio", { name: "Take the shop's balance" }).click();
    await expect(dialog).toContainText("which makes it $15.00");
    await dialog.getByRole("button", { name: "Take the shop's balance" }).click();
    await expect(page.getByRole("heading", { name: "Both sides agree" })).toBeVisible({
      timeout: 20_000,
    });
    const [{ balance_cents } = {}] = await sql`select balance_cents from cards
      where id = ${theirs.uuid}`;
    expect([Number(balance_cents), (await shop.card(theirs.code))?.balanceCents]).toEqual([
      1_500, 1_500,
    ]);
  });

  await test.step("spent beyond the card", async () => {
    const card = await mirrored(2_500);
    await shop.redeem(card.code, 2_500);
    await api.post(`/cards/${card.uuid}/debit`, { amountCents: 700 });
    await look(sql, merchant.merchantId);
    await openAs(page, merchant, path);
    await expect(rowOf(page, card)).toContainText("−$7.00", { timeout: 20_000 });
    await rowOf(page, card).getByRole("button", { name: "Settle" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("It is the store's loss; no money is moved.");
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Acknowledge" }).click();
    await expect(page.getByRole("heading", { name: "Both sides agree" })).toBeVisible({
      timeout: 20_000,
    });
  });

  await test.step("disabled there", async () => {
    const card = await mirrored(2_500);
    await shop.deactivate(card.code);
    await look(sql, merchant.merchantId);
    await openAs(page, merchant, path);
    await rowOf(page, card).getByRole("button", { name: "Settle" }).click({ timeout: 20_000 });
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("$25.00 of balance becomes unusable here as well");
    await dialog.getByRole("textbox").fill(card.code.slice(-4));
    await dialog.getByRole("button", { name: "Disable here too" }).click();
    await expect(page.getByRole("heading", { name: "Both sides agree" })).toBeVisible({
      timeout: 20_000,
    });
    const [{ status } = {}] = await sql`select status from cards where id = ${card.uuid}`;
    expect(status).toBe("disabled");
  });
});

test("all cards are compared when somebody asks, and the page says when that was", async ({
  page,
  merchant,
  mirrored,
  sql,
}) => {
  await mirrored(2_500);
  await openAs(page, merchant, path);
  await expect(page.getByText(/The first comparison is still to come/)).toBeVisible();
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByRole("button", { name: "Comparing" })).toBeDisabled();
  await expect(page.getByRole("progressbar", { name: "Comparing cards" })).toBeVisible();
  await look(sql, merchant.merchantId);
  await expect(page.getByText(/All cards were compared with A shop/)).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole("button", { name: "Compare now" })).toBeEnabled();
});
