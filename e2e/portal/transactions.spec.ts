import { parse } from "csv-parse/sync";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const searchLabel = "Search transactions by reference, transaction id, or a card's code or id";

test("transactions are filtered by type, currency, who and day, all of it in the address; a search that stopped on its way says how far back it got", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  test.slow();
  await test.step("filters", async () => {
    const { uuid } = await activeCard({ amountCents: 5_000 });
    await activeCard({ amountCents: 900, currency: "JPY" });
    await api.post(`/cards/${uuid}/debit`, { amountCents: 700, referenceId: "receipt-7" });
    await openAs(page, merchant, "/transactions");
    await expect(page.getByText("1–3 of 3")).toBeVisible();
    await expect(page.getByRole("button", { name: "Completed 3" })).toBeVisible();

    await page.getByLabel("Type").click();
    await page.getByRole("option", { name: "Loaded" }).click();
    await expect(page).toHaveURL(/type=load/);
    await expect(page.getByText("1–2 of 2")).toBeVisible();
    await page.getByLabel("Currency").click();
    await page.getByRole("option", { name: /^JPY/ }).click();
    await expect(page).toHaveURL(/currency=JPY/);
    await expect(page.getByRole("row", { name: /\+¥900/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText("1–1 of 1")).toBeVisible();
    await page.getByLabel("Made by").click();
    await page.getByRole("option", { name: "Till A (key)" }).click();
    await expect(page.getByText("1–1 of 1")).toBeVisible();

    await page.getByLabel("To", { exact: true }).fill("2020-01-31");
    await expect(page.getByRole("heading", { name: "No transaction matches" })).toBeVisible();
    await page.getByRole("region", { name: "Transactions" }).getByRole("button").click();
    await expect(page).toHaveURL("/transactions");
  });

  await test.step("a search that stopped", async () => {
    await activeCard({ amountCents: 500 });
    await page.route("**/api/portal/transactions?*actor=*", (route) =>
      route.request().url().includes("cursor=further")
        ? route.fulfill({
            json: { movements: [], total: null, nextCursor: null, searchedTo: null },
          })
        : route.fulfill({
            json: {
              movements: [],
              total: null,
              nextCursor: "further",
              searchedTo: "2025-03-01T12:00:00.000Z",
            },
          }),
    );
    const nobody = "key:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
    await openAs(page, merchant, `/transactions?actor=${nobody}`);
    await expect(
      page.getByRole("heading", { name: "Nothing found back to Mar 1, 2025" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Search further back" }).click();
    await expect(page.getByRole("heading", { name: "No transaction matches" })).toBeVisible();
  });
});

test("one field finds a reference, a transaction and a card, by its code in no address; a row names its card and opens to all that is known of it", async ({
  page,
  merchant,
  api,
  activeCard,
  anotherStore,
}) => {
  test.slow();
  await test.step("one field", async () => {
    const { uuid, code } = await activeCard({ amountCents: 5_000 });
    await activeCard({ amountCents: 100 });
    const debit = await api.post(`/cards/${uuid}/debit`, { amountCents: 700, referenceId: "r-7" });
    const { id } = debit.body.transaction;
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
    await openAs(page, merchant, "/transactions");
    const search = async (term: string) => {
      await page.getByLabel(searchLabel).fill(term);
      await page.getByLabel(searchLabel).press("Enter");
    };

    await search("r-7");
    await expect(page).toHaveURL("/transactions?referenceId=r-7");
    await expect(page.getByRole("button", { name: "Reference r-7" })).toBeVisible();
    await expect(page.getByText("1–1 of 1")).toBeVisible();

    for (const term of [code.toLowerCase().replaceAll("-", " "), uuid]) {
      await search(term);
      await expect(page).toHaveURL(`/transactions?cardUuid=${uuid}`);
      await expect(page.getByText("1–2 of 2")).toBeVisible();
      await page.getByRole("button", { name: `Card •••• ${code.slice(-4)}` }).click();
      await expect(page.getByText("1–3 of 3")).toBeVisible();
    }

    await search(id);
    await expect(page).toHaveURL(`/transactions?transaction=${id}`);
    await expect(page.getByRole("dialog", { name: "Redeemed" })).toContainText("−$7.00");
    await page.keyboard.press("Escape");

    await search("2222 2222 2222 2223");
    await expect(page.getByText("Reference 2222 2222 2222 2223")).toBeVisible();
    const bare = code.replaceAll("-", "");
    const bareOf = (url: string) => url.toUpperCase().replace(/[\s+-]/g, "");
    expect(addresses.filter((url) => bareOf(url).includes(bare.slice(0, 8)))).toEqual([]);
  });

  await test.step("a row", async () => {
    const { merchant, api, activeCard } = await anotherStore();
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
    await expect(panel).toContainText("Till A");
    await expect(panel).toContainText("Tea");
    await expect(panel).toContainText(/req_/);
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
});

test("the file holds exactly what the page shows; one that is refused is told with when to try again, and the page stays", async ({
  page,
  merchant,
  api,
  activeCard,
  sql,
  tolerate,
  anotherStore,
}) => {
  test.slow();
  await test.step("row by row", async () => {
    await sql`update merchants set time_zone = 'Europe/Berlin' where id = ${merchant.merchantId}`;
    for (const currency of ["USD", "JPY", "KWD"]) {
      const { uuid } = await activeCard({ amountCents: 5_000, currency });
      await api.post(`/cards/${uuid}/debit`, { amountCents: 45, note: "=SUM(A1)" });
    }
    await openAs(page, merchant, "/transactions?type=spend");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("transactions.csv");
    const path = new URL(download.url());
    const text = await (await page.request.get(path.pathname + path.search)).text();
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const ledger = await sql`
      select *, to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') as local
      from transactions where merchant_id = ${merchant.merchantId} and type = 'spend'
      order by id desc`;
    expect(rows.map((row) => [row["Transaction id"], row.Time, row["Request id"]])).toEqual(
      ledger.map((row) => [row.id, row.local, row.request_id]),
    );
    expect(rows.map((row) => [row.Amount, row["Balance after"], row.Note])).toEqual([
      ["-0.045", "4.955", "'=SUM(A1)"],
      ["-45", "4955", "'=SUM(A1)"],
      ["-0.45", "49.55", "'=SUM(A1)"],
    ]);
  });

  await test.step("too many files", async () => {
    const { merchant, activeCard } = await anotherStore();
    tolerate(/status of 429/);
    await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/transactions");
    for (let taken = 0; taken < 30; taken++) await page.request.get("/api/portal/audit/export");
    await page.getByRole("link", { name: "Export CSV" }).click();
    await expect(page.getByText(/Too many attempts; retry in \d+ min/)).toBeVisible();
    await expect(page.getByText("1–1 of 1")).toBeVisible();

    await page.context().clearCookies();
    tolerate(/status of 401/);
    await page.getByRole("link", { name: "Export CSV" }).click();
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  });
});
