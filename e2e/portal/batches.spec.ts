import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { workDue } from "@/lib/batches/work";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const spring = { name: "Spring", currency: "USD", cardType: "physical" } as const;

const fileOf = (...rows: string[]) => ({
  name: "old-cards.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["code,balance,currency,expiry,email,note", ...rows].join("\n")),
});

async function check(page: Page, ...rows: string[]) {
  await page.getByLabel("File").setInputFiles(fileOf(...rows));
  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check the file" }).click();
}

const mixed = [
  "6035 7100 0000 1234,25.00,USD,,ada@example.com,From the old shop",
  "6035710000001234,25.00,USD,,,",
  "6035710000001242,0,,,,",
  "bad!,12.345,XXX,2020-01-31,nobody,",
];

test("a batch is created with its worth told, made while one looks on, and listed", async ({
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
  await dialog.getByLabel("How many cards").fill("50,001");
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await expect(dialog.getByText("Enter a number from 1 to 50,000.")).toBeVisible();
  await dialog.getByLabel("How many cards").fill("1,200");
  await dialog.getByLabel("Amount on each").fill("25");
  await expect(dialog).toContainText(
    "1,200 cards will be worth $30,000.00 once all are activated.",
  );
  await dialog.getByRole("button", { name: "Create 1,200 cards" }).click();

  await expect(page.getByRole("heading", { name: "Spring cards" })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: /Inactive/ })).toContainText("1,200");
  await expect(page.getByText("1–50 of 1,200")).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await expect(page.getByRole("row", { name: /Spring cards/ })).toContainText("1,200");
  expect((await api.get("/cards?limit=1")).body.total).toBe(1_200);
});

test("a range is activated with what will be owed told, the rest is voided by typing its number; codes and sheets are taken by a click that says what they are worth", async ({
  page,
  merchant,
  api,
}) => {
  test.slow();
  await test.step("activation and voiding", async () => {
    const { id } = (await api.post("/batches", { ...spring, quantity: 30, amountCents: 1_000 }))
      .body;
    await workDue();
    await openAs(page, merchant, `/batches/${id}`);

    await page.getByRole("button", { name: "Activate" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("status")).toContainText("30 cards × $10.00 = $300.00");
    await dialog.getByLabel("Last card").fill("31");
    await dialog.getByRole("button", { name: /^Activate/ }).click();
    await expect(dialog.getByText("Enter a number from 1 to 30.")).toBeVisible();
    await dialog.getByLabel("First card").fill("11");
    await dialog.getByLabel("Last card").fill("20");
    await dialog.getByRole("button", { name: "Activate 10 cards" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Active/ })).toContainText("10");

    await page.getByRole("button", { name: /^Active/ }).click();
    await expect(page.getByText("1–10 of 10")).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("$10.00");

    await expect(page.getByText("Ready", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Void unsold cards" }).click();
    await dialog.getByRole("textbox").fill("10");
    await dialog.getByRole("button", { name: "Void 20 cards" }).click();
    await expect(dialog.getByText("Type 20 to go on.")).toBeVisible();
    await dialog.getByRole("textbox").fill("20");
    await dialog.getByRole("button", { name: "Void 20 cards" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Disabled/ })).toContainText("20");
    const { cards } = (await api.get(`/batches/${id}`)).body;
    expect(cards).toEqual({ inactive: 0, active: 10, disabled: 20 });
  });

  await test.step("codes and sheets", async () => {
    const { id } = (await api.post("/batches", { ...spring, quantity: 530 })).body;
    await workDue();
    await openAs(page, merchant, `/batches/${id}`);
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "Export codes" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Export 530 cards" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const rows: Record<string, string>[] = parse(Buffer.concat(chunks), {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(530);
    const found = await api.post("/cards/lookup", { code: rows[529]?.Code });
    expect(found.body.uuid).toBe(rows[529]?.["Card id"]);

    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Print sheets" }).click();
    await dialog.getByLabel("Which cards").click();
    await page.getByRole("option", { name: "Cards 501 to 530" }).click();
    const [sheets] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Make 3 pages" }).click(),
    ]);
    expect(sheets.suggestedFilename()).toBe("sheets.pdf");
  });
});

test("an import tells each problem of a file before anything is written, keeps what was typed, imports the rows that are right, and sends nothing before its script has come", async ({
  page,
  merchant,
  tolerate,
  api,
}) => {
  test.slow();
  await test.step("a file that can't be read", async () => {
    tolerate(/status of 400/);
    await openAs(page, merchant, "/batches/import");
    await page.getByLabel("File").setInputFiles({
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("6035710000001234,25\n6035710000001242,30"),
    });
    await page.getByLabel("Name").fill("Old cards");
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText('The first line has no heading "code".')).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Old cards");
  });

  await test.step("a file with bad rows", async () => {
    await openAs(page, merchant, "/batches");
    await page.getByRole("link", { name: "Import cards" }).click();
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("Choose a CSV file of at most 5 MB.")).toBeVisible();
    await check(page, ...mixed);

    await expect(
      page.getByRole("heading", { name: "2 of 4 rows can't be imported" }),
    ).toBeFocused();
    const problems = page.getByRole("table", { name: "What is wrong, by line" });
    await expect(problems.getByRole("row")).toHaveCount(7);
    await expect(problems).toContainText("Code is the same as in line 2.");
    await expect(problems).toContainText("Currency is no known currency");
    await expect(page.getByText("2, 1 of them never sold")).toBeVisible();
    expect((await api.get("/cards")).body.total).toBe(0);

    await page.getByRole("button", { name: "Import 2 cards" }).click();
    await expect(page.getByRole("heading", { name: "Old cards" })).toBeVisible();
    await expect(page.getByText("1–2 of 2")).toBeVisible({ timeout: 15_000 });
    const { body } = await api.post("/cards/lookup", { code: "6035-7100-0000-1234" });
    expect(body).toMatchObject({ code: "6035710000001234", balanceCents: 2_500, status: "active" });

    await page.goto("/cards");
    const search = page.getByLabel("Search cards by code, last four, e-mail address or card id");
    await search.fill("6035710000001242");
    await search.press("Enter");
    await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);
  });

  await test.step("before the page's script has come", async () => {
    await openAs(page, merchant, "/batches");
    let choose = () => {};
    const isChosen = new Promise<void>((settle) => {
      choose = settle;
    });
    await page.route(/_next\/static\/.*\.js/, async (route) => {
      await isChosen;
      await route.continue();
    });
    await page.goto("/batches/import", { waitUntil: "commit" });
    await page.getByLabel("File").setInputFiles(fileOf(...mixed));
    const send = page.getByRole("button", { name: "Check the file" });
    await expect(send).toBeDisabled();
    choose();
    await expect(send).toBeEnabled();
    await page.getByLabel("Name").fill("Old cards");
    await send.click();
    await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
  });
});
