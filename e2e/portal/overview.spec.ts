import { expect, test } from "../support/test";
import { checkLedger } from "./ledger-jobs";
import { fillSignIn, openAs } from "./page-actions";

test("sign-in leads to the overview", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 1_250 });
  await api.post("/cards", { currency: "USD" });
  const credit = { email: "ada@example.com", amountCents: 800, currency: "USD", source: "refund" };
  await api.post("/store-credit", credit);
  await page.goto("/sign-in");
  await fillSignIn(page, merchant);
  await expect(page).toHaveURL("/overview");

  const region = (name: string) => page.getByRole("region", { name });
  await expect(region("Outstanding balance")).toContainText("$45.50");
  const activity = region("Issued and redeemed");
  await expect(activity.getByRole("term")).toHaveText([/Issued/, /Redeemed/, /Store credit/]);
  await expect(activity.getByRole("definition")).toHaveText(["$50.00", "$12.50", "$8.00"]);
  await expect(activity.getByText("Issued", { exact: true }).last()).toBeVisible();
  const cards = region("Cards");
  await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("2");
  await expect(cards.getByRole("link", { name: /^Inactive/ })).toContainText("1");
  await expect(region("Webhooks")).toContainText("No webhooks yet");
  await expect(region("Ledger")).toContainText(/Not checked|Balanced/);
  await expect(region("Recent activity").getByRole("row", { name: /−\$12\.50/ })).toBeVisible();
  await cards.getByRole("link", { name: /^Inactive/ }).click();
  await expect(page).toHaveURL("/cards?status=inactive");
});

test("period, currency and table are in the URL", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 345 });
  await activeCard({ amountCents: 700, currency: "JPY" });
  await openAs(page, merchant, "/overview?currency=KWD&period=7d&view=table");
  const activity = page.getByRole("region", { name: "Issued and redeemed" });
  const rows = activity.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toContainText(/12\.345.*0\.345/);
  await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText("12.000");

  await page.getByRole("button", { name: "JPY" }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(rows.nth(1)).toContainText("¥700");
  await activity.getByRole("button", { name: "12 months" }).click();
  await expect(page).toHaveURL(/period=12m/);
  await page.reload();
  await expect(rows).toHaveCount(13);
  await activity.getByRole("button", { name: "Chart" }).click();
  await expect(activity.getByRole("table")).toHaveCount(0);
  await expect(activity.locator("svg").first()).toBeVisible();
});

test("the overview shows an unbalanced ledger", async ({ page, merchant, activeCard, sql }) => {
  const { merchantId } = merchant;
  await activeCard({ amountCents: 500 });
  await sql`insert into card_counts (merchant_id, status, card_type, slot, count)
    values (${merchantId}, 'disabled', 'physical', 7, 3)`;
  await checkLedger(sql, merchantId);
  await openAs(page, merchant, "/overview");
  const ledger = page.getByRole("region", { name: "Ledger" });
  for (const text of [
    "Out of balance",
    "Failed check: cards are counted",
    "disabled physical: counted 3, there are 0",
    "1 card and 1 transaction checked",
  ]) {
    await expect(ledger).toContainText(text);
  }
  await sql`delete from card_counts where merchant_id = ${merchantId} and slot = 7 and count = 3`;
  await checkLedger(sql, merchantId);
  await page.reload();
  await expect(ledger).toContainText("Balanced");
  await expect(ledger).toContainText("All balances match the ledger.");
});
