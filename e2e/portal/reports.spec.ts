import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import pLimit from "p-limit";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { publishTotals, topUpInThePast } from "./ledger-jobs";
import { choose, download, openAs } from "./page-actions";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name });

test("a month's liability adds up", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 2_345 });
  await activeCard({ amountCents: 900, currency: "JPY" });
  await openAs(page, await makePerson(merchant, "viewer"), "/reports?tab=liability&currency=KWD");
  const table = page.getByRole("table", { name: "Liability in KWD by month" });
  await expect(table.getByRole("row").nth(1)).toHaveText(
    /to date.*0\.000.*\+KWD\s12\.345.*−KWD\s2\.345.*KWD\s10\.000/,
  );
  await page.getByRole("button", { name: "JPY" }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole("table", { name: "Liability in JPY" })).toContainText("¥900");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("listitem").filter({ hasText: "Closing" })).toContainText("¥900");
  await expect(page.getByRole("region", { name: "Ledger" })).toBeVisible();
});

test("a range of days is compared with an earlier one, and downloads with the same figures", async ({
  page,
  merchant,
  api,
  activeCard,
  sql,
}) => {
  const { uuid } = await activeCard({ amountCents: 4_200 });
  await topUpInThePast(sql, merchant.merchantId, uuid);
  await api.post(`/cards/${uuid}/debit`, { amountCents: 1_200 });
  await openAs(page, await makePerson(merchant, "viewer"), "/reports");
  const figures = page.getByRole("region", { name: "Figures" }).getByRole("table");
  await expect(figures.getByRole("row", { name: /^Issued/ })).toContainText("$42.00");
  await expect(figures.getByRole("row", { name: /^Opening/ })).toContainText("$1.00");

  const today = new Date().toISOString().slice(0, 10);
  const past = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  await choose(page, page.getByLabel("Date range"), "Custom dates");
  await page.getByLabel("Start date").fill(past);
  await expect(page).toHaveURL(new RegExp(`range=custom.*from=${past}`));
  await expect(figures.getByRole("row", { name: /^Issued/ })).toContainText("$43.00");
  await expect(page.getByText("There's no earlier activity to compare with.")).toBeVisible();

  await page.goto(`/reports?range=custom&from=${today}&to=${today}&compare=year`);
  await choose(page, page.getByLabel("Compare with"), "No comparison");
  await expect(page).toHaveURL(/compare=none/);
  await expect(figures.getByRole("columnheader")).toHaveCount(2);
  await expect(page.getByText(/compare with/)).toHaveCount(0);
  const file = await download(page, page.getByRole("link", { name: "Download CSV" }));
  expect(parse(file.text, { bom: true, columns: true })).toMatchObject([
    { Period: "Selected", Issued: "42.00", Redeemed: "-12.00", "Closing balance": "31.00" },
  ]);
  const pdf = await download(page, page.getByRole("link", { name: "Download PDF" }));
  expect(pdf.name).toMatch(/ - activity - \d{4}-\d\d-\d\d\.pdf$/);
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  await page.getByLabel("End date").fill("2020-01-01");
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download PDF" })).toBeDisabled();
});

test("the aging report has age and expiration", async ({ page, merchant, activeCard, sql }) => {
  const { uuid } = await activeCard({ amountCents: 4_200 });
  await openAs(page, merchant, "/reports?tab=ageing");
  await expect(page.getByRole("heading", { name: "No report yet" })).toBeVisible();
  await topUpInThePast(sql, merchant.merchantId, uuid);
  await sql`update cards set expires_on = current_date + 40 where id = ${uuid}`;
  await publishTotals(sql, merchant.merchantId);
  await page.reload();
  await expect(page.getByText(/\$1\.00 on 1 card at the end of .*, UTC time/)).toBeVisible();
  const byAge = page.getByRole("table", { name: "Outstanding by age" });
  await expect(byAge.getByRole("row", { name: /^3–6 months/ })).toContainText(/1\s*\$1\.00/);
  const byExpiry = page.getByRole("table", { name: "Outstanding by expiration" });
  await expect(byExpiry.getByRole("row", { name: /Within 3 months/ })).toContainText("100%");
});

test("an owner closes a month, which stays listed for everyone", { tag: "@journey" }, async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  const { merchantId } = merchant;
  const { uuid } = await activeCard({ amountCents: 4_200 });
  await openAs(page, merchant, "/reports?tab=closings");
  await expect(page.getByRole("heading", { name: "No closed months yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Close/ })).toHaveCount(0);
  await topUpInThePast(sql, merchantId, uuid);
  await publishTotals(sql, merchantId);
  const [{ month, name }] = await sql<[{ month: string; name: string }]>`
    select to_char(at, 'YYYY-MM') as month, to_char(at, 'FMMonth YYYY') as name
    from (select now() at time zone 'UTC' - interval '100 days' as at) old`;

  await page.reload();
  await page.getByRole("button", { name: `Close ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Close ${name}` });
  await dialog.getByRole("button", { name: `Close ${name}` }).click();
  await expect(dialog).toContainText(`Type ${month} to continue`);
  await dialog.getByLabel(/to confirm$/).fill(month);
  await dialog.getByRole("button", { name: `Close ${name}` }).click();
  const row = page.getByRole("table", { name: "Closed months" }).getByRole("row").nth(1);
  await expect(row).toContainText(name);
  await expect(page.getByRole("button", { name: /^Close / })).toBeVisible();

  await openAs(page, await makePerson(merchant, "manager"), "/reports?tab=closings");
  await expect(page.getByText("Only store owners can close it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Close / })).toHaveCount(0);
  const file = await download(page, row.getByRole("link", { name: `CSV of ${name}` }));
  const [closing] = await sql`select encode(hash, 'hex') as hash from month_closings
    where merchant_id = ${merchantId}`;
  expect(parse(file.text, { bom: true, columns: true })).toMatchObject([
    { Month: month, "Closing balance": "1.00", Fingerprint: closing?.hash },
  ]);
});

test("an owner writes off expired cards", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
  activeCard,
  sql,
}) => {
  const uuids: string[] = [];
  for (const amountCents of [1_000, 2_000, 3_000, 4_000]) {
    const { uuid } = await activeCard({ amountCents });
    const daysAgo = 10 + amountCents / 1_000;
    await sql`update cards set expires_on = current_date - ${daysAgo}::int where id = ${uuid}`;
    uuids.unshift(uuid);
  }
  await publishTotals(sql, merchant.merchantId);
  await openAs(page, merchant, "/reports");
  await tab(page, "Breakage").click();
  await expect(page).toHaveURL(/tab=breakage/);
  await expect(page.getByText("$100.00 on 4 expired cards.")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(5);

  const rows = page.getByRole("row");
  await rows.nth(1).getByRole("checkbox").click();
  await rows.nth(2).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Write off 2 selected cards" }).click();
  const dialog = page.getByRole("dialog", { name: "Write off $70.00" });
  await expect(dialog).toContainText("$70.00 on 2 expired cards becomes breakage");
  await dialog.getByRole("button", { name: "Write off $70.00" }).click();
  await expect(dialog).toContainText("Type 2 to continue");
  // One card is topped up before the write-off is confirmed.
  await api.post(`/cards/${uuids[1]}/credit`, { amountCents: 100 });
  await dialog.getByLabel(/to confirm$/).fill("2");
  await dialog.getByRole("button", { name: "Write off $70.00" }).click();
  const outcome = page.getByRole("region", { name: "Write-off" });
  await expect(outcome).toContainText("1 card written off, $40.00 in total.");
  await expect(outcome).toContainText("1 card skipped: 1 topped up and no longer expired.");
  await outcome.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Write off all 2 cards" }).click();
  await page.getByLabel(/to confirm$/).fill("2");
  await page.getByRole("dialog").getByRole("button", { name: "Write off $30.00" }).click();
  await expect(outcome).toContainText("2 cards written off, $30.00 in total.");
  await expect(page.getByRole("heading", { name: "No expired balance" })).toBeVisible();

  await tab(page, "Liability").click();
  const month = page.getByRole("table", { name: "Liability in USD" }).getByRole("row").nth(1);
  await expect(month).toContainText(/\+\$101\.00.*−\$70\.00.*\$31\.00/);
});

test("many expired cards are written off", async ({ page, merchant, activeCard, sql }) => {
  const { merchantId } = merchant;
  await pLimit(8).map(Array(230).keys(), () => activeCard({ amountCents: 10 }));
  await sql`update cards set expires_on = current_date - 5 where merchant_id = ${merchantId}`;
  await publishTotals(sql, merchantId);
  await openAs(page, merchant, "/reports?tab=breakage");
  await page.getByRole("button", { name: "Write off all 230 cards" }).click();
  await page.getByLabel(/to confirm$/).fill("230");
  await page.getByRole("dialog").getByRole("button", { name: "Write off $23.00" }).click();
  const outcome = page.getByRole("region", { name: "Write-off" });
  await expect(outcome).toContainText("230 cards written off, $23.00 in total.");
  const audited = await sql`select from audit_log
    where merchant_id = ${merchantId} and action = 'breakage.written_off'`;
  expect(audited).toHaveLength(3);
});
