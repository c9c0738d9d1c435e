import { parse } from "csv-parse/sync";
import { workDue } from "@/lib/batches/work";
import { apiClient } from "../support/client";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

const spring = { name: "Spring", currency: "USD", cardType: "physical" } as const;

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

test("a range is activated with what will be owed told, the rest is voided by typing its number", async ({
  page,
  merchant,
  api,
}) => {
  const { id } = (await api.post("/batches", { ...spring, quantity: 30, amountCents: 1_000 })).body;
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

test("codes and sheets are taken by a click that says what they are worth", async ({
  page,
  merchant,
  api,
}) => {
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
  const rows: Record<string, string>[] = parse(Buffer.concat(chunks), { bom: true, columns: true });
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

test("a viewer sees batches and can do nothing with them", async ({ page, merchant, api }) => {
  const { id } = (await api.post("/batches", { ...spring, quantity: 2 })).body;
  await workDue();
  await openAs(page, await makePerson(merchant, "viewer"), `/batches/${id}`);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  for (const name of ["Activate", "Export codes", "More actions"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await page.goto("/batches?open=create");
  await expect(page.getByRole("row", { name: /Spring/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a batch that is another store's is absent", async ({ page, merchant, tolerate }) => {
  tolerate(/404/);
  await openAs(page, merchant, "/batches/0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e");
  await expect(page.getByRole("link", { name: "All batches" })).toBeVisible();
  expect((await apiClient(merchant.keyA).get("/batches")).body.total).toBe(0);
});

test("the list and the form of a new batch are sound on phone and desk, empty and filled", async ({
  page,
  merchant,
  api,
}) => {
  test.slow();
  await openAs(page, merchant, "/batches");
  await expectSound(page, "no batches");
  await api.post("/batches", { ...spring, quantity: 3, amountCents: 1_000 });
  await workDue();
  await page.goto("/batches?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expectSound(page, "create a batch");
  await page.goto("/batches");
  await expect(page.getByRole("row", { name: /Spring/ })).toContainText("Ready");
  await expectSound(page, "batches");
});

test("a batch is sound on phone and desk", async ({ page, merchant, api }) => {
  test.slow();
  const { id } = (await api.post("/batches", { ...spring, quantity: 6 })).body;
  await workDue();
  await openAs(page, merchant, `/batches/${id}`);
  await expect(page.getByText("1–6 of 6")).toBeVisible();
  await expectSound(page, "a batch");
});

for (const [button, item] of [
  ["Activate", null],
  ["Export codes", null],
  ["More actions", "Print sheets"],
  ["More actions", "Void unsold cards"],
] as const) {
  test(`${item ?? button} of a batch is sound on phone and desk`, async ({
    page,
    merchant,
    api,
  }) => {
    test.slow();
    const { id } = (await api.post("/batches", { ...spring, quantity: 6 })).body;
    await workDue();
    await openAs(page, merchant, `/batches/${id}`);
    await page.getByRole("button", { name: button }).click();
    if (item) await page.getByRole("menuitem", { name: item }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page, item ?? button);
  });
}
