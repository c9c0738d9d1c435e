import { expect, test } from "../support/test";
import {
  choose,
  download,
  expectNoCodeIn,
  openAs,
  openFilters,
  recordRequestUrls,
} from "./page-actions";

const SEARCH_LABEL = "Search cards";

test("card filters are in the URL and the export", async ({ page, merchant, api, activeCard }) => {
  await activeCard({ amountCents: 5_000 });
  await activeCard({ amountCents: 900, currency: "JPY" });
  await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post("/cards", { currency: "USD", ownerEmail: "ada@example.com" });
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

test("the search follows what is typed, keeps it, and never puts a code in a URL", {
  tag: "@journey",
}, async ({ page, merchant, api, activeCard }) => {
  const { body: card } = await api.post("/cards", {
    currency: "EUR",
    ownerEmail: "grace@example.com",
  });
  await api.post("/cards", { currency: "USD", ownerEmail: "ada@example.com" });
  const paid = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${paid.uuid}/debit`, { amountCents: 700, referenceId: "order-7731" });
  await openAs(page, merchant, "/cards");
  const rows = page.getByRole("table", { name: "Cards" }).getByRole("row");
  const field = page.getByLabel(SEARCH_LABEL);
  const addresses = recordRequestUrls(page);
  await page.keyboard.press("/");
  await page.keyboard.type("gra");
  await expect(page).toHaveURL("/cards?search=gra");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("grace@example.com");

  // The next search replaces it.
  for (const term of ["order-7731", "$7.00", paid.code.slice(-4).toLowerCase()]) {
    await field.fill(term);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("$43.00");
    await expect(page).toHaveURL(`/cards?search=${term}`);
  }
  await page.reload();
  await expect(field).toHaveValue(paid.code.slice(-4).toLowerCase());
  await field.fill("gr");
  await expect(page.getByText("Enter at least 3 characters.")).toBeVisible();
  await expect(page).toHaveURL("/cards");

  const bare = card.code.replaceAll("-", "");
  for (const spelling of [card.code, bare.toLowerCase(), bare.match(/.{4}/g)?.join(" ") ?? ""]) {
    await field.fill("nobody");
    await expect(page.getByRole("heading", { name: "No cards match “nobody”" })).toBeVisible();
    await field.fill(spelling);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(card.code.slice(-4));
    await expect(page).toHaveURL(`/cards?search=${card.uuid}`);
    await expect(field).toHaveValue(spelling);
  }
  // Also as it grows letter by letter, by hand.
  await field.fill("");
  await field.pressSequentially(bare, { delay: 300 });
  await expect(page).toHaveURL(`/cards?search=${card.uuid}`);
  expectNoCodeIn(addresses, card.code);

  await field.fill("2222 2222 2222 2223");
  await expect(page.getByRole("heading", { name: "No matching cards" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(field).toHaveValue("");
  await expect(rows).toHaveCount(4);
});

test("unsold stock is listed on request", async ({ page, merchant, api, activeCard }) => {
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, "/cards");
  await expect(page.getByRole("heading", { name: "No cards in circulation" })).toBeVisible();
  await page.getByRole("button", { name: "Show all cards" }).click();
  await expect(page).toHaveURL("/cards?unsold=shown");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await activeCard({ amountCents: 900 });
  await page.goto("/cards");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("row", { name: /\$9\.00/ })).toBeVisible();
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
