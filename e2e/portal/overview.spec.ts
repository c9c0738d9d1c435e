import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { checkBooks } from "./housekeeping";
import { fillSignIn, openAs } from "./person";

test("whoever signs in lands on the overview: what is owed, what moved, cards, webhooks, books, the newest lines; period, currency and table stand in the address; a new store is led to its first redeemed card", async ({
  page,
  merchant,
  api,
  activeCard,
  anotherStore,
}) => {
  test.slow();
  await test.step("lands on it", async () => {
    await test.step("at the first glance", async () => {
      const { uuid } = await activeCard({ amountCents: 5_000 });
      await api.post(`/cards/${uuid}/debit`, { amountCents: 1_250 });
      await api.post("/cards", { currency: "USD" });
      await api.post("/store-credit", {
        email: "ada@example.com",
        amountCents: 800,
        currency: "USD",
        source: "refund",
      });
      await page.goto("/sign-in");
      await fillSignIn(page, merchant);
      await expect(page).toHaveURL("/overview");

      await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText(
        "$45.50",
      );
      const activity = page.getByRole("region", { name: "Issued and redeemed" });
      await expect(activity.getByRole("term")).toHaveText([/Issued/, /Redeemed/, /Store credit/]);
      await expect(activity.getByRole("definition")).toHaveText(["$50.00", "$12.50", "$8.00"]);
      await expect(activity.getByText("Issued", { exact: true }).last()).toBeVisible();
      const cards = page.getByRole("region", { name: "Cards" });
      await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("2");
      await expect(cards.getByRole("link", { name: /^Inactive/ })).toContainText("1");
      await expect(page.getByRole("region", { name: "Webhooks" })).toContainText("None yet");
      await expect(page.getByRole("region", { name: "Books" })).toContainText(
        /Not checked|Balanced/,
      );
      const recent = page.getByRole("region", { name: "Recent activity" });
      await expect(recent.getByRole("row", { name: /−\$12\.50/ })).toBeVisible();

      await cards.getByRole("link", { name: /^Inactive/ }).click();
      await expect(page).toHaveURL("/cards?status=inactive");
    });

    await test.step("period, currency and table", async () => {
      const { merchant, api, activeCard } = await anotherStore();
      const { uuid } = await activeCard({ amountCents: 12_345, currency: "KWD" });
      await api.post(`/cards/${uuid}/debit`, { amountCents: 345 });
      await activeCard({ amountCents: 700, currency: "JPY" });
      await openAs(page, merchant, "/overview?currency=KWD&period=7d&view=table");
      const activity = page.getByRole("region", { name: "Issued and redeemed" });
      const table = activity.getByRole("table", { name: "Issued and redeemed by day" });
      await expect(table.getByRole("row")).toHaveCount(8);
      await expect(table.getByRole("row").nth(1)).toContainText(/12\.345.*0\.345/);
      await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText(
        "12.000",
      );

      await page.getByRole("button", { name: "JPY" }).click();
      await expect(page).toHaveURL(/currency=JPY/);
      await expect(table.getByRole("row").nth(1)).toContainText("¥700");
      await activity.getByRole("button", { name: "12 months" }).click();
      await expect(page).toHaveURL(/period=12m/);
      await expect(activity.getByRole("table").getByRole("row")).toHaveCount(13);
      await page.reload();
      await expect(activity.getByRole("table").getByRole("row")).toHaveCount(13);
      await activity.getByRole("button", { name: "Chart" }).click();
      await expect(activity.getByRole("table")).toHaveCount(0);
      await expect(activity.locator("svg").first()).toBeVisible();
    });
  });

  await test.step("a new store", async () => {
    const { merchant, api } = await anotherStore();
    await openAs(page, await makePerson(merchant, "viewer"), "/overview");
    await expect(page.getByRole("region", { name: "Books" })).toBeVisible();
    await expect(page.getByText("Get to your first")).toHaveCount(0);
    await openAs(page, merchant, "/overview");
    const setup = page.getByRole("region", { name: "Get to your first redeemed card" });
    await expect(setup).toContainText("1 of 5 done");
    await expect(setup.getByRole("link")).toHaveCount(4);
    await expect(setup.getByText(/curl ".*\/api\/v1\/cards"/)).toBeVisible();
    const { body: card } = await api.post("/cards", { currency: "USD" });
    await api.post(`/cards/${card.uuid}/activate`, { amountCents: 500 });
    await page.reload();
    await expect(setup).toContainText("3 of 5 done");
    await setup.getByRole("button", { name: "Dismiss" }).click();
    await expect(setup).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("region", { name: "Books" })).toBeVisible();
    await expect(setup).toHaveCount(0);
  });
});

test("books that do not balance are found by housekeeping and told, with what was found and when", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  const { merchantId } = merchant;
  await activeCard({ amountCents: 500 });
  await sql`insert into card_counts (merchant_id, status, card_type, slot, count)
    values (${merchantId}, 'disabled', 'physical', 7, 3)`;
  await checkBooks(sql, merchantId);
  await openAs(page, merchant, "/overview");
  const books = page.getByRole("region", { name: "Books" });
  await expect(books).toContainText("Out of balance");
  await expect(books).toContainText("Not so: cards are counted");
  await expect(books).toContainText("disabled physical: counted 3, there are 0");
  await expect(books).toContainText("1 card and 1 transaction checked");

  await sql`delete from card_counts where merchant_id = ${merchantId} and slot = 7 and count = 3`;
  await checkBooks(sql, merchantId);
  await page.reload();
  await expect(books).toContainText("Balanced");
  await expect(books).toContainText("Every balance is the sum of its movements");
});
