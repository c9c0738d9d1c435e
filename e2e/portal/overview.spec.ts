import type { Sql } from "postgres";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { fillSignIn, openAs } from "./person";
import { expectSound } from "./sound";

test("whoever signs in lands on the overview: what is owed, what moved, cards, webhooks, books, the newest lines", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
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

  await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText("$45.50");
  const activity = page.getByRole("region", { name: "Issued and redeemed" });
  await expect(activity.getByRole("term")).toHaveText([/Issued/, /Redeemed/, /Store credit/]);
  await expect(activity.getByRole("definition")).toHaveText(["$50.00", "$12.50", "$8.00"]);
  await expect(activity.getByText("Issued", { exact: true }).last()).toBeVisible();
  const cards = page.getByRole("region", { name: "Cards" });
  await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("2");
  await expect(cards.getByRole("link", { name: /^Inactive/ })).toContainText("1");
  await expect(page.getByRole("region", { name: "Webhooks" })).toContainText("None yet");
  await expect(page.getByRole("region", { name: "Books" })).toContainText(/Not checked|Balanced/);
  const recent = page.getByRole("region", { name: "Recent activity" });
  await expect(recent.getByRole("row", { name: /−\$12\.50/ })).toBeVisible();

  await cards.getByRole("link", { name: /^Inactive/ }).click();
  await expect(page).toHaveURL("/cards?status=inactive");
});

test("period, currency and table stand in the address; a table has the chart's numbers, in each currency's own decimals", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 345 });
  await activeCard({ amountCents: 700, currency: "JPY" });
  await openAs(page, merchant, "/overview?currency=KWD&period=7d&view=table");
  const activity = page.getByRole("region", { name: "Issued and redeemed" });
  const table = activity.getByRole("table", { name: "Issued and redeemed by day" });
  await expect(table.getByRole("row")).toHaveCount(8);
  await expect(table.getByRole("row").nth(1)).toContainText(/12\.345.*0\.345/);
  await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText("12.000");

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

test("a new store is led to its first redeemed card, may put the list away, and a viewer never sees it", async ({
  page,
  merchant,
  api,
  browser,
}) => {
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

  const viewer = await (await browser.newContext()).newPage();
  await openAs(viewer, await makePerson(merchant, "viewer"), "/overview");
  await expect(viewer.getByRole("region", { name: "Outstanding balance" })).toContainText("$5.00");
  await expect(viewer.getByText("Get to your first")).toHaveCount(0);
  await viewer.context().close();
  await api.post(`/cards/${card.uuid}/debit`, { amountCents: 5 });
});

/** Lets housekeeping go through this store's books; those of the stores beside it had their turn. */
async function checkBooks(sql: Sql, merchantId: string) {
  await sql`delete from ledger_checks where merchant_id = ${merchantId}`;
  await sql`insert into ledger_checks (merchant_id, worked_at)
    select id, now() from merchants where id <> ${merchantId} on conflict do nothing`;
  await expect
    .poll(
      async () => {
        const answer = await fetch(`http://localhost:${process.env.PORT}/api/cron/housekeeping`, {
          headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
        });
        expect(answer.status).toBe(200);
        const [row] = await sql`select finished_at from ledger_checks
          where merchant_id = ${merchantId}`;
        return row?.finished_at ?? null;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
}

test("books that do not balance are found by housekeeping and told, with what was found and when", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  test.setTimeout(180_000);
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

test("an overview that can't be read says so with the request id, and Retry brings it back", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 500/);
  const body = { error: "internal_error", message: "It went wrong.", requestId: "req_of_it" };
  await page.route("**/api/portal/overview", (route) => route.fulfill({ status: 500, json: body }));
  await openAs(page, merchant, "/overview");
  const alert = page.getByRole("alert").filter({ hasText: "The overview couldn't be loaded" });
  await expect(alert).toContainText("req_of_it");
  await page.unroute("**/api/portal/overview");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("region", { name: "Outstanding balance" })).toBeVisible();
});

test("an API key does not open the overview: 403, and 401 without a session", async ({
  merchant,
}) => {
  const base = `http://localhost:${process.env.PORT}/api/portal/overview`;
  const headers = { Authorization: `Bearer ${merchant.keyA}` };
  for (const path of ["", "/activity?currency=USD&period=7d"]) {
    expect((await fetch(base + path)).status).toBe(401);
    expect((await fetch(base + path, { headers })).status).toBe(403);
  }
});

for (const view of ["chart", "table"]) {
  test(`the overview as a ${view} is sound for everybody`, async ({
    page,
    merchant,
    api,
    activeCard,
  }) => {
    test.slow();
    const { uuid } = await activeCard({ amountCents: 500_000_000 });
    await api.post(`/cards/${uuid}/debit`, { amountCents: 12_345_678 });
    await api.post("/store-credit", {
      email: "ada@example.com",
      amountCents: 1_000_000,
      currency: "USD",
      source: "refund",
    });
    await openAs(page, merchant, `/overview?view=${view}`);
    await expectSound(page, `overview, ${view}`);
  });
}
