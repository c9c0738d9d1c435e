import { parse } from "csv-parse/sync";
import { expect, test } from "../support/test";
import { expectDialogAccessible, expectToFit } from "./a11y";
import {
  choose,
  chooseFilter,
  download,
  expectNoCodeIn,
  openAs,
  openFilters,
  openSearch,
  recordRequestUrls,
  withoutFirstData,
} from "./page-actions";

const SEARCH_LABEL = "Search transactions";

test("transaction filters are in the URL", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await activeCard({ amountCents: 900, currency: "JPY" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 700, referenceId: "receipt-7" });
  await openAs(page, merchant, "/transactions");
  await expect(page.getByText("1–3 of 3")).toBeVisible();
  await expectToFit(page, "/transactions");

  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Issued", exact: true }).click();
  await expect(page).toHaveURL(/type=load/);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await chooseFilter(page, "Currency", /^JPY/);
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole("row", { name: /\+¥900/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await chooseFilter(page, "Made by", "Till A (key)");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  const file = await download(page, page.getByRole("link", { name: "Export CSV" }));
  expect(file.name).toMatch(/ - transactions - \d{4}-\d\d-\d\d\.csv$/);
  const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  expect(rows).toMatchObject([{ Amount: "900", Currency: "JPY" }]);

  const filters = await openFilters(page);
  await choose(page, filters.getByRole("combobox", { name: "Date" }), "Custom dates");
  await filters.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "No matching transactions" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  // The view stays.
  await expect(page).toHaveURL("/transactions?type=load");
});

test("a search that stopped early can be continued", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  const nothing = { movements: [], total: null, nextCursor: null, searchedTo: null };
  const stopped = { ...nothing, nextCursor: "further", searchedTo: "2025-03-01T12:00:00.000Z" };
  await page.route("**/api/portal/transactions?*actor=*", (route) => {
    const isContinued = route.request().url().includes("cursor=further");
    return route.fulfill({ json: isContinued ? nothing : stopped });
  });
  await withoutFirstData(page);
  const nobody = "key:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
  await openAs(page, merchant, `/transactions?actor=${nobody}`);
  await expect(page.getByRole("heading", { name: "No matches back to Mar 1, 2025" })).toBeVisible();
  await page.getByRole("button", { name: "Search older transactions" }).click();
  await expect(page.getByRole("heading", { name: "No matching transactions" })).toBeVisible();
});

test("one field finds what is searched for", async ({ page, merchant, api, activeCard }) => {
  const { uuid, code } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/claim`, { email: "grace@example.com" });
  await activeCard({ amountCents: 100 });
  const debit = await api.post(`/cards/${uuid}/debit`, { amountCents: 700, referenceId: "r-7" });
  const { id } = debit.body.transaction;
  await openAs(page, merchant, "/transactions");
  const addresses = recordRequestUrls(page);
  const field = page.getByLabel(SEARCH_LABEL);
  await openSearch(page);

  for (const [term, count] of [
    ["r-7", 1],
    ["7.00", 1],
    ["grace", 2],
    [code.slice(-4), 2],
    [id, 1],
  ] as [string, number][]) {
    await field.fill(term);
    await expect(page).toHaveURL(`/transactions?search=${term}`);
    await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible();
    await expect(field).toHaveValue(term);
  }
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await expect(page).toHaveURL(`/transactions?search=${uuid}`);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await field.fill("2222 2222 2222 2223");
  await expect(page.getByRole("heading", { name: "No matching transactions" })).toBeVisible();
  await field.fill("");
  await expect(page.getByText("1–3 of 3")).toBeVisible();
  expectNoCodeIn(addresses, code);
});

test("a transaction opens to all its details", async ({ page, merchant, api, activeCard }) => {
  const { uuid, code } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post(`/cards/${uuid}/claim`, { email: "ada@example.com" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 45, note: "Tea", referenceId: "r-8" });
  await openAs(page, merchant, "/transactions?type=spend");
  const row = page.getByRole("row", { name: /−KWD.0\.045/ });
  await expect(row.getByRole("link", { name: `card ending in ${code.slice(-4)}` })).toBeVisible();

  await row.getByRole("link", { name: "Redeemed" }).press("Enter");
  const panel = page.getByRole("dialog", { name: "Redeemed" });
  const fact = (name: string) =>
    panel.getByRole("definition").filter({ has: page.locator(`xpath=../dt[.="${name}"]`) });
  for (const text of ["Till A", "Tea", /req_/]) await expect(panel).toContainText(text);
  await expect(fact("Balance before")).toContainText("12.345");
  await expect(fact("Balance after")).toContainText("12.300");
  await page.reload();
  await expect(panel).toContainText("Tea");

  await panel.getByRole("link", { name: "ada@example.com" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ada@example.com" })).toBeVisible();
  await page.goBack();
  await panel.getByRole("link", { name: `ending in ${code.slice(-4)}` }).click();
  await expect(page).toHaveURL(`/cards/${uuid}`);
});

test("a refused export shows when to retry", async ({ page, merchant, activeCard, tolerate }) => {
  tolerate(/status of 4(29|01)/);
  await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/transactions");
  for (let taken = 0; taken < 30; taken++) await page.request.get("/api/portal/audit/export");
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(page.getByText(/Too many attempts\. Try again in \d+ minutes?\./)).toBeVisible();
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
});

test("a redemption is refunded in part and another reversed, from their panels", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 5_000 });
  const debit = async (amountCents: number): Promise<string> =>
    (await api.post(`/cards/${uuid}/debit`, { amountCents })).body.transaction.id;
  const [refunded, reversed] = [await debit(1_250), await debit(800)];
  await openAs(page, merchant, `/transactions?transaction=${refunded}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund redemption" });
  await expectDialogAccessible(page, "refund");
  await expect(dialog.getByLabel("Amount")).toHaveValue("12.50");
  await dialog.getByLabel("Amount").fill("12.51");
  await dialog.getByRole("button", { name: "Refund $12.51" }).click();
  await expect(dialog.getByText("You can refund up to $12.50.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("4.50");
  await dialog.getByRole("button", { name: "Refund $4.50" }).click();
  await expect(page.getByText("Left to refund")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reverse", exact: true })).toBeHidden();

  await page.goto(`/transactions?transaction=${reversed}`);
  await page.getByRole("button", { name: "Reverse", exact: true }).click();
  await expectDialogAccessible(page, "reverse");
  await page.getByRole("button", { name: "Reverse $8.00" }).click();
  await page.getByRole("link", { name: "Reversal", exact: true }).click();
  await expect(page.getByText("Reversal of")).toBeVisible();
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(4_200);

  await page.goto("/transactions");
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  await expect(row("−$12.50")).toContainText("Partly refunded $4.50");
  await expect(row("−$8.00")).toContainText("Reversed");
  await expect(row("+$8.00")).toContainText(/Reversal\s*of \$8\.00/);
  await expect(page.getByRole("table")).not.toContainText("Completed");
  await row("+$4.50").getByRole("link", { name: "of $12.50" }).click();
  await expect(page).toHaveURL(`/transactions?transaction=${refunded}`);
});
