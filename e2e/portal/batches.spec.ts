import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { batchWorker } from "@/lib/domain/batches/work";
import { encodeText } from "@/lib/testing/encode-text";
import { expect, test } from "../support/test";
import {
  choose,
  chooseItem,
  download,
  gate,
  openAs,
  openSearch,
  recordRequestUrls,
} from "./page-actions";

const spring = { name: "Spring", currency: "USD", cardType: "physical" } as const;

const csv = (...lines: string[]) => ({
  name: "old-cards.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

const MIXED_FILE = csv(
  "code,balance,currency,expiry,email,note",
  "6035 7100 0000 1234,25.00,USD,,ada@example.com,From the old shop",
  "6035710000001234,25.00,USD,,,",
  "6035710000001242,0,,,,",
  "bad!,12.3456,XXX,2020-01-31,nobody,",
);

async function check(page: Page, file: ReturnType<typeof csv>) {
  await page.getByLabel("File").setInputFiles(file);
  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check file" }).click();
}

test("a batch is created with its progress, and listed", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
}) => {
  await openAs(page, merchant, "/batches");
  await expect(page.getByRole("heading", { name: "No batches yet" })).toBeVisible();

  await page.getByRole("button", { name: "Create batch" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Spring cards");
  await dialog.getByLabel("Number of cards").fill("50,001");
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await expect(dialog.getByText("Enter a number from 1 to 50,000.")).toBeVisible();
  await dialog.getByLabel("Number of cards").fill("60");
  await dialog.getByLabel("Amount per card").fill("25");
  await expect(dialog).toContainText("60 cards worth $1,500.00 once activated.");
  await dialog.getByRole("button", { name: "Create 60 cards" }).click();

  await expect(page.getByRole("heading", { name: "Spring cards" })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /Inactive/ })).toContainText("60");
  await expect(page.getByText("1–50 of 60")).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await expect(page.getByRole("row", { name: /Spring cards/ })).toContainText("60");
  expect((await api.get("/cards?limit=1")).body.total).toBe(60);
});

test("a range is activated, and the rest is voided", async ({ page, merchant, api }) => {
  const { id } = (await api.post("/batches", { ...spring, quantity: 30, amountCents: 1_000 })).body;
  await batchWorker.runDue();
  await openAs(page, merchant, `/batches/${id}`);

  await page.getByRole("button", { name: "Activate cards" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("30 cards × $10.00 = $300.00");
  await dialog.getByLabel("Last card").fill("31");
  await dialog.getByRole("button", { name: /^Activate/ }).click();
  await expect(dialog.getByText("Enter a number from 1 to 30.")).toBeVisible();
  await dialog.getByLabel("First card").fill("11");
  await dialog.getByLabel("Last card").fill("20");
  await dialog.getByRole("button", { name: "Activate 10 cards" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Active/ })).toContainText("10");

  await page.getByRole("link", { name: /^Active/ }).click();
  await expect(page.getByText("1–10 of 10")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("$10.00");

  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await chooseItem(page, "More actions", "Void unsold cards");
  for (const typed of ["10", "20"]) {
    await dialog.getByRole("textbox").fill(typed);
    await dialog.getByRole("button", { name: "Void 20 cards" }).click();
    if (typed === "10") await expect(dialog.getByText("Type 20 to continue.")).toBeVisible();
  }
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Deactivated/ })).toContainText("20");
  const { cards } = (await api.get(`/batches/${id}`)).body;
  expect(cards).toEqual({ inactive: 0, active: 10, disabled: 20 });
});

test("a batch's numbers follow its cards, on its page and in the list", async ({
  page,
  merchant,
  api,
}) => {
  const { id } = (await api.post("/batches", { ...spring, quantity: 5, amountCents: 1_000 })).body;
  await batchWorker.runDue();
  const { cards } = (await api.get(`/cards?batchId=${id}`)).body;
  const [first, second, third] = cards.map(({ uuid }: { uuid: string }) => `/cards/${uuid}`);
  for (const card of [first, second, third]) {
    await api.post(`${card}/activate`, { amountCents: 1_000 });
  }
  await api.post(`${first}/debit`, { amountCents: 250 });
  await api.post(`${third}/disable`, {});

  await openAs(page, merchant, `/batches/${id}`);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("Sold cards3");
  await expect(totals).toContainText("Unsold cards2");
  await expect(totals).toContainText("Voided cards0");
  await expect(totals).toContainText("Issued$30.00Redeemed$2.50Outstanding balance$27.50");
  await page.goto("/batches");
  const row = page.getByRole("row", { name: /Spring/ });
  await expect(row).toContainText("53$2.50$27.50");
});

test("codes and sheets of a batch are downloaded", async ({ page, merchant, api }) => {
  const { id } = (await api.post("/batches", { ...spring, quantity: 530 })).body;
  await batchWorker.runDue();
  await openAs(page, merchant, `/batches/${id}`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Export codes" }).click();
  const codes = await download(page, dialog.getByRole("link", { name: "Export 530 cards" }));
  const rows: Record<string, string>[] = parse(codes.text, { bom: true, columns: true });
  expect(rows).toHaveLength(530);
  const found = await api.post("/cards/lookup", { code: rows[529]?.Code });
  expect(found.body.uuid).toBe(rows[529]?.["Card ID"]);

  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Print", exact: true }).click();
  // The usual paper of a store in dollars.
  await expect(dialog.getByRole("radio", { name: "US Letter sheets" })).toBeChecked();
  await choose(page, dialog.getByLabel("Cards to print"), "Cards 501–530");
  await expect(dialog.getByRole("link", { name: "Download PDF (4 pages)" })).toBeVisible();
  await dialog.getByRole("radio", { name: "A4 sheets" }).click();
  const sheets = await download(page, dialog.getByRole("link", { name: "Download PDF (3 pages)" }));
  expect(sheets.name).toMatch(/ - cards .+ - \d{4}-\d\d-\d\d\.pdf$/);

  await page.reload();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await expect(dialog.getByRole("radio", { name: "A4 sheets" })).toBeChecked();
});

test("an import takes the valid rows of a file, once their number is typed", {
  tag: "@journey",
}, async ({ page, merchant, api }) => {
  await openAs(page, merchant, "/batches");
  await page.getByRole("link", { name: "Import cards" }).click();
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Choose a CSV file up to 5 MB.")).toBeVisible();
  await check(page, csv("6035710000001234,25", "6035710000001242,30"));
  await expect(page.getByText("Choose the columns with the code and the balance.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Old cards");

  await check(page, MIXED_FILE);
  await expect(page.getByRole("heading", { name: "2 of 4 rows can't be imported" })).toBeFocused();
  const problems = page.getByRole("table", { name: "Problems by line" });
  await expect(problems.getByRole("row")).toHaveCount(7);
  await expect(problems).toContainText("Code is the same as on line 2.");
  await expect(problems).toContainText("Currency isn't a known currency");
  await expect(problems.getByRole("row", { name: /same as on line/ })).toContainText("••••1234");
  await expect(problems).toContainText("12.3456");
  await expect(page.getByText("2, including 1 unsold")).toBeVisible();

  await page.getByRole("button", { name: "Import 2 cards" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This adds $25.00 to your outstanding balance.");
  await dialog.getByRole("button", { name: "Import 2 cards" }).click();
  await expect(dialog.getByText("Type 2 to continue.")).toBeVisible();
  expect((await api.get("/cards")).body.total).toBe(0);
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Import 2 cards" }).click();
  await expect(page.getByRole("heading", { name: "Old cards" })).toBeVisible();
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.goto("/cards");
  await openSearch(page);
  await page.getByLabel("Search cards").fill("6035710000001242");
  await expect(page).toHaveURL(/\/cards\?search=[0-9a-f-]{36}$/);
  await expect(page.getByRole("row", { name: "Card ending in 1242" })).toContainText("$0.00");
});

test("a file's columns are chosen, and its rejected rows are downloaded, fixed and imported", async ({
  page,
  merchant,
  api,
}) => {
  const addresses = recordRequestUrls(page);
  await openAs(page, merchant, "/batches/import");
  await page.getByText("File format").click();
  const template = await download(page, page.getByRole("button", { name: "Download template" }));
  await check(page, { ...MIXED_FILE, buffer: Buffer.from(template.text) });
  await expect(page.getByRole("heading", { name: "All rows can be imported" })).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).click();

  const lines = ["Karte;Rest;Balance", "7777-AAAA-BBBB;12,50;99", "8888-AAAA-CCCC;x;99"];
  await page.getByLabel("File").setInputFiles(csv(...lines));
  const column = (heading: string) => page.getByLabel(`Import “${heading}” as`);
  await expect(
    page.getByText("Your file has 2 columns with amounts: Rest, Balance."),
  ).toBeVisible();
  await choose(page, column("Karte"), "Code (required)");
  await choose(page, column("Rest"), "Balance (required)");
  await expect(column("Balance")).toContainText("Not imported");
  await expect(page.getByRole("listitem").filter({ hasText: "Rest" })).toContainText("12,50 · x");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Ignored columns: Balance.")).toBeVisible();
  const link = page.getByRole("button", { name: "Download 1 rejected row" });
  const rejected = await download(page, link);
  expect(rejected.name).toBe("old-cards-rejected.csv");
  expect(rejected.text.split("\r\n")).toEqual([
    '\uFEFF"Karte";"Rest";"Balance";"Reason"',
    '"8888-AAAA-CCCC";"x";"99";"Balance must be an amount such as 25.00, without plus or minus signs."',
    "",
  ]);

  await page.getByRole("button", { name: "Choose another file" }).click();
  await page
    .getByLabel("File")
    .setInputFiles(csv(...rejected.text.replace('"x"', '"7,00"').split("\r\n")));
  await choose(page, column("Karte"), "Code (required)");
  await choose(page, column("Rest"), "Balance (required)");
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: "Import 1 card" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("1");
  await page.getByRole("dialog").getByRole("button", { name: "Import 1 card" }).click();
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Imported$7.00");
  expect((await api.get("/cards")).body.total).toBe(1);
  expect(addresses.join()).not.toMatch(/8888AAAA|7777AAAA/);
});

test("what a file leaves open is asked: its encoding, its format and its total", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/batches/import");
  const lines = [
    "Gutscheine",
    "Gutscheinnummer;Restguthaben;Bemerkung",
    "7777AAAA0001;1.250;Für Jörg",
    "7777AAAA0002;12,50;",
    "Gesamtsumme;1.262,50;",
  ];
  const file = { ...csv(), buffer: Buffer.from(encodeText(lines.join("\r\n"), "macintosh")) };
  await page.getByLabel("File").setInputFiles(file);
  const encoding = page.getByLabel("Character encoding");
  await expect(encoding).toContainText("Western European (Mac)");
  await expect(page.getByText("Für · Jörg")).toBeVisible();
  await choose(page, encoding, "Western European (Windows)");
  await expect(page.getByText("FŸr · Jšrg")).toBeVisible();
  await choose(page, encoding, "Western European (Mac)");
  await expect(page.getByText("Für · Jörg", { exact: false }).first()).toBeVisible();

  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText(/Line 3 has the amount 1\.250/)).toBeVisible();
  await page.getByRole("radio", { name: /1\.234,50/ }).click();
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByRole("heading", { name: "1 of 3 rows can't be imported" })).toBeFocused();
  await expect(page.getByText("The headings are on line 2.")).toBeVisible();
  const converted = page.getByRole("table", { name: "Converted values" });
  await expect(converted.getByRole("row", { name: /1\.250/ })).toContainText("1250.00 USD");
  await expect(page.getByText("1 row looks like a total")).toBeVisible();
  await page.getByRole("button", { name: "It's a card: check again" }).click();
  await expect(page.getByRole("heading", { name: "All rows can be imported" })).toBeVisible();
  expect((await api.get("/cards")).body.total).toBe(0);
});

test("an import keeps a file chosen before its script is loaded", async ({ page, merchant }) => {
  await openAs(page, merchant, "/batches");
  const scripts = gate();
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.goto("/batches/import", { waitUntil: "commit" });
  await page.getByLabel("File").setInputFiles(MIXED_FILE);
  const send = page.getByRole("button", { name: "Check file" });
  await expect(send).toBeDisabled();
  scripts.open();
  await expect(send).toBeEnabled();
  await page.getByLabel("Name").fill("Old cards");
  await send.click();
  await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
});
