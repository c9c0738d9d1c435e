import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("filters and pages live in the address, with counts and a way back", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await Promise.all(Array.from({ length: 51 }, () => api.post("/cards", { currency: "JPY" })));
  await activeCard({ amountCents: 900 });
  await openAs(page, merchant, "/cards");
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.getByRole("button", { name: "Active 1", exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByRole("row", { name: /\$9\.00/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–50 of 52")).toBeVisible();
});

test("cards are narrowed by balance, currency and days, each in the address and removable", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await activeCard({ amountCents: 5_000 });
  await activeCard({ amountCents: 900, currency: "JPY" });
  await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, "/cards");
  const rows = page.getByRole("table", { name: "Cards" }).getByRole("row");
  await expect(rows).toHaveCount(5);

  await page.getByRole("button", { name: "Balance" }).click();
  await page.getByRole("radio", { name: "Empty" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/cards?balance=none");
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.getByRole("button", { name: "Balance: empty" }).click();
  await page.getByRole("radio", { name: "Between two amounts" }).click();
  await page.getByLabel("At least").fill("49.995");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("USD has at most 2 decimals.")).toBeVisible();
  await page.getByLabel("At least").fill("50");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/cards?min=5000&currency=USD");
  await expect(rows.nth(1)).toContainText("$50.00");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.goto("/cards?currency=KWD");
  await expect(rows.nth(1)).toContainText(/KWD\s12\.345/);
  await page.goto("/cards?currency=JPY");
  await expect(rows.nth(1)).toContainText("¥900");

  await page.goto("/cards?createdTo=2020-01-01");
  await expect(page.getByRole("heading", { name: "No card matches" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Created" }).click();
  await expect(rows).toHaveCount(5);
});

test("an order brings along what it needs: one currency for balances, today for what expires", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  const small = await activeCard({ amountCents: 500 });
  const large = await activeCard({ amountCents: 9_000 });
  await activeCard({ amountCents: 99_999, currency: "JPY" });
  const { uuid: expired } = await activeCard({ amountCents: 700 });
  await sql`update cards set expires_on = '2020-01-01' where id = ${expired}`;
  await sql`update cards set expires_on = expires_on - 10 where id = ${large.uuid}`;
  await openAs(page, merchant, "/cards");
  const cells = page.getByRole("table", { name: "Cards" }).getByRole("link");
  const order = async (name: string) => {
    await page.getByRole("combobox", { name: "Order" }).click();
    await page.getByRole("option", { name }).click();
  };

  await order("Highest balance");
  await expect(page).toHaveURL("/cards?currency=USD&sort=balance");
  await expect(cells.first()).toContainText(large.code.slice(-4));
  await expect(cells).toHaveCount(3);
  await page.getByRole("button", { name: "Remove the filter Currency" }).click();
  await expect(page).toHaveURL("/cards");

  await order("Expiring soonest");
  await expect(page).toHaveURL(/expiresFrom=\d{4}-\d{2}-\d{2}&sort=expiring/);
  await expect(cells).toHaveCount(3);
  await expect(cells.first()).toContainText(large.code.slice(-4));
  await expect(page.getByText("Only cards with an end are in this order.")).toBeVisible();
  await order("Oldest first");
  await expect(page).toHaveURL("/cards?sort=oldest");
  await expect(cells.first()).toContainText(small.code.slice(-4));
});

test("columns that were left out stay so", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/cards");
  await expect(page.getByRole("columnheader", { name: "Owner" })).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Owner" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
});

test("the export has exactly the cards that are filtered, in the order shown", async ({
  page,
  merchant,
  activeCard,
}) => {
  const [first, second] = [
    await activeCard({ amountCents: 500, currency: "KWD" }),
    await activeCard({ amountCents: 1_500, currency: "KWD" }),
  ];
  await activeCard({ amountCents: 900 });
  await openAs(page, merchant, "/cards?currency=KWD&sort=oldest");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("cards.csv");
  const text = await readFile(await file.path(), "utf8");
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row["Card id"], row.Balance])).toEqual([
    [first.uuid, "0.500"],
    [second.uuid, "1.500"],
  ]);
  for (const { code } of [first, second]) expect(text).not.toContain(code);
});

for (const [name, open] of [
  ["Balance", "Between two amounts"],
  ["Created", null],
  ["Batch", null],
] as const) {
  test(`the filter "${name}" is sound for everybody`, async ({ page, merchant, activeCard }) => {
    test.slow();
    await activeCard({ amountCents: 5_000 });
    await openAs(page, merchant, "/cards?cardType=digital&balance=any&createdFrom=2026-01-01");
    await page.getByRole("button", { name, exact: false }).first().click();
    if (open) await page.getByRole("radio", { name: open }).click();
    await expectSound(page, `filter ${name}`);
  });
}
