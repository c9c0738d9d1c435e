import { expect, test } from "../support/test";
import {
  choose,
  download,
  expectLoaded,
  expectNoCodeIn,
  openAs,
  openFilters,
  openSearch,
  recordRequestUrls,
  search,
} from "./page-actions";

const SEARCH_LABEL = "Search cards by code, last 4, email or card ID";

test("card filters are in the URL and the export", async ({ page, merchant, api, activeCard }) => {
  await activeCard({ amountCents: 5_000 });
  await activeCard({ amountCents: 900, currency: "JPY" });
  await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, "/cards");
  const rows = page.getByRole("table", { name: "Cards" }).getByRole("row");
  const apply = page.getByRole("button", { name: "Apply" });
  await expect(rows).toHaveCount(5);

  const filters = await openFilters(page);
  const balance = filters.getByRole("combobox", { name: "Balance" });
  await choose(page, balance, "No balance");
  await expect(page).toHaveURL("/cards?balance=none");
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await choose(page, balance, "Amount range");
  await page.getByLabel("Minimum").fill("49.995");
  await apply.click();
  await expect(page.getByText("USD amounts can have up to 2 decimals.")).toBeVisible();
  await page.getByLabel("Minimum").fill("50");
  await apply.click();
  await expect(page).toHaveURL("/cards?min=5000&currency=USD");
  await expect(rows.nth(1)).toContainText("$50.00");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/cards");

  await page.goto("/cards?currency=JPY");
  await expect(rows.nth(1)).toContainText("¥900");
  await page.goto("/cards?currency=KWD&sort=oldest");
  await expect(rows.nth(1)).toContainText(/KWD\s12\.345/);
  const file = await download(page, page.getByRole("link", { name: "Export CSV" }));
  expect(file.name).toMatch(/ - cards - \d{4}-\d\d-\d\d\.csv$/);
  expect(file.text.trim().split("\n")).toHaveLength(2);
  expect(file.text).toContain("12.345");

  await page.goto("/cards?createdTo=2020-01-01");
  await expect(page.getByRole("heading", { name: "No matching cards" })).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Created" }).click();
  await expect(rows).toHaveCount(5);
  await choose(page, (await openFilters(page)).getByRole("combobox", { name: "Created" }), "Today");
  await expect(page).toHaveURL("/cards?createdFrom=today");
  await expect(rows).toHaveCount(5);
});

test("sorting and hidden columns are kept", async ({ page, merchant, activeCard, sql }) => {
  const small = await activeCard({ amountCents: 500 });
  const large = await activeCard({ amountCents: 9_000 });
  await activeCard({ amountCents: 99_999, currency: "JPY" });
  const { uuid: expired } = await activeCard({ amountCents: 700 });
  await sql`update cards set expires_on = '2020-01-01' where id = ${expired}`;
  await sql`update cards set expires_on = expires_on - 10 where id = ${large.uuid}`;
  await openAs(page, merchant, "/cards");
  const cells = page.getByRole("table", { name: "Cards" }).getByRole("link");
  const sortBy = async (order: string) => {
    await page.getByRole("button", { name: /^Sort/ }).click();
    await page.getByRole("menuitemradio", { name: order }).click();
  };

  await sortBy("Expiring soonest");
  await expect(page).toHaveURL(/expiresFrom=\d{4}-\d{2}-\d{2}&sort=expiring/);
  await expect(cells).toHaveCount(3);
  await expect(cells.first()).toContainText(large.code.slice(-4));
  await expect(page.getByText("Only cards with an expiration date are listed.")).toBeVisible();
  await sortBy("Oldest first");
  await expect(page).toHaveURL("/cards?sort=oldest");
  await expect(cells.first()).toContainText(small.code.slice(-4));

  const customer = page.getByRole("columnheader", { name: "Customer" });
  await expect(customer).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Customer" }).click();
  await page.keyboard.press("Escape");
  await expect(customer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(customer).toHaveCount(0);
});

test("the search finds a card, without its code", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const { body: card } = await api.post("/cards", {
    currency: "EUR",
    ownerEmail: "grace@example.com",
  });
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, "/cards");
  const addresses = recordRequestUrls(page);
  const bare = card.code.replaceAll("-", "");
  for (const spelling of [card.code, bare.toLowerCase(), bare.match(/.{4}/g)?.join(" ") ?? ""]) {
    await page.goto("/cards");
    await expectLoaded(page);
    await page.keyboard.press("/");
    await page.keyboard.type(spelling);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/cards/${card.uuid}`);
  }
  expectNoCodeIn(addresses, card.code);

  await page.goto("/cards");
  await expectLoaded(page);
  const field = page.getByLabel(SEARCH_LABEL);
  await openSearch(page);
  await search(field, "hello there");
  await expect(page.getByText("Enter a full code, its last 4")).toBeVisible();
  await search(field, "2222 2222 2222 2223");
  await expect(page.getByText("No card in this store has that code")).toBeVisible();

  await search(field, "grace@example.com");
  await expect(page).toHaveURL("/cards?ownerEmail=grace@example.com");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove filter: Customer" }).click();
  await search(field, card.code.slice(-4).toLowerCase());
  await expect(page).toHaveURL(`/cards?last4=${card.code.slice(-4)}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await search(field, card.uuid);
  await expect(page).toHaveURL(`/cards/${card.uuid}`);
  await expect(page.getByText("grace@example.com")).toBeVisible();
});

test("several cards are created, with codes to download once", async ({ page, merchant, api }) => {
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "Create card" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number of cards").fill("101");
  await dialog.getByRole("button", { name: /^Create/ }).click();
  await expect(dialog.getByText("Enter a number from 1 to 100.")).toBeVisible();
  await dialog.getByLabel("Number of cards").fill("12");
  await dialog.getByLabel("Amount per card").fill("25,5");
  await expect(dialog.getByText("12 × $25.50 = $306.00")).toBeVisible();
  await dialog.getByLabel("Note").fill("Christmas fair");
  await dialog.getByRole("button", { name: "Create 12 cards with $25.50" }).click();

  await expect(
    dialog.getByRole("heading", { name: "12 cards created and activated" }),
  ).toBeVisible();
  const warning = dialog.getByText("Treat codes like cash.");
  await expect(warning).toBeVisible();
  const items = await dialog.getByRole("listitem").allInnerTexts();
  const codes = items.map((text) => text.replace(/\s*Open.*/s, ""));
  expect(new Set(codes).size).toBe(12);
  const saved = await download(page, dialog.getByRole("button", { name: "Download" }));
  expect(saved.text).toBe(`${codes.join("\n")}\n`);
  await expect(warning).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();

  await expect(page.getByText("1–12 of 12")).toBeVisible();
  const { body } = await api.post("/cards/lookup", { code: codes[11] });
  expect(body).toMatchObject({
    balanceCents: 2_550,
    transactions: [{ description: "Christmas fair" }],
  });
  await page.reload();
  await expect(page.getByText("1–12 of 12")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
});
