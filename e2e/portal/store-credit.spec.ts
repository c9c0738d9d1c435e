import { apiClient, baseUrl } from "../support/client";
import { makePerson, makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("store credit is issued with its consequence told, and listed with what is outstanding", async ({
  page,
  merchant,
  api,
}) => {
  await openAs(page, merchant, "/store-credit");
  await expect(page.getByRole("heading", { name: "No store credit yet" })).toBeVisible();
  const issue = async (email: string, amount: string, currency: string, told: string) => {
    await page.getByRole("button", { name: "Issue store credit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Customer's e-mail address").fill(email);
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByLabel("Currency").click();
    await page.getByRole("option", { name: new RegExp(`^${currency}`) }).click();
    await dialog.getByLabel("Reason").fill("One hardback");
    await expect(dialog.getByRole("status")).toContainText(told);
    await dialog.getByRole("button", { name: /^Issue / }).click();
    await expect(dialog).toHaveCount(0);
  };
  await issue("ada@example.com", "30", "USD", "ada@example.com will have $30.00");
  await issue("Ada@Example.com", "2.5", "USD", "will have $32.50 of store credit, $30.00 of it");
  await issue("ada@example.com", "900", "JPY", "their first here in this currency");

  const outstanding = page.getByRole("region", { name: "Outstanding" });
  await expect(outstanding).toContainText("$32.50");
  await expect(outstanding).toContainText("¥900");
  await expect(page.getByRole("region", { name: "Balances" }).getByRole("row")).toHaveCount(3);
  await page.getByLabel("Currency").click();
  await page.getByRole("option", { name: /^JPY/ }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(page.getByRole("region", { name: "Balances" }).getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Issued", exact: true }).click();
  await expect(page).toHaveURL(/view=issued/);
  const issued = page.getByRole("region", { name: "Issued" });
  await expect(issued.getByText("1–3 of 3")).toBeVisible();
  await expect(issued.getByRole("row").nth(1)).toContainText("One hardback");
  await expect(issued.getByRole("row").nth(1)).toContainText("Refund or return");
  await issued.getByRole("row").nth(1).click();
  await expect(page.getByRole("dialog", { name: "Store credit" })).toContainText("+¥900");
  expect((await api.get("/transactions")).body.total).toBe(3);
});

test("a credit whose answer got lost is issued once, and a double click sends once", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  await openAs(page, merchant, "/store-credit");
  await page.goto("/store-credit?open=issue");
  const keys: (string | undefined)[] = [];
  await page.route("**/api/v1/store-credit", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    if (keys.length === 1) await route.abort("failed");
    else await route.fulfill({ response });
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer's e-mail address").fill("ada@example.com");
  await dialog.getByLabel("Amount").fill("30");
  await dialog.getByRole("button", { name: "Issue $30.00" }).click();
  await expect(dialog.getByRole("alert")).toContainText("can't be reached");
  await dialog.getByRole("button", { name: "Issue $30.00" }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect((await api.get("/transactions")).body.total).toBe(1);
});

test("what is wrong is told at its field", async ({ page, merchant }) => {
  await openAs(page, merchant, "/store-credit");
  await page.goto("/store-credit?open=issue");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Issue/ }).click();
  await expect(dialog.getByText("Enter an e-mail address, such as")).toBeVisible();
  await dialog.getByLabel("Customer's e-mail address").fill("ada@example.com");
  await dialog.getByRole("button", { name: /^Issue/ }).click();
  await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription("Enter an amount.");
});

test("a viewer sees store credit and may issue none, whatever is sent", async ({
  page,
  merchant,
  api,
}) => {
  await api.post("/store-credit", { email: "ada@example.com", amountCents: 300, currency: "USD" });
  await openAs(page, await makePerson(merchant, "viewer"), "/store-credit");
  await page.goto("/store-credit?open=issue");
  await expect(page.getByRole("row", { name: /ada@/ })).toContainText("$3.00");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Issue store credit" })).toHaveCount(0);
  const answer = await page.request.post("/api/v1/store-credit", {
    data: { email: "ada@example.com", amountCents: 100, currency: "USD" },
    headers: { Origin: baseUrl(), "Scrip-Store": merchant.merchantId },
  });
  expect(answer.status()).toBe(403);
});

test("another store's store credit is not there", async ({ page, merchant }) => {
  const other = apiClient((await makeStore()).keyA);
  await other.post("/store-credit", { email: "a@example.com", amountCents: 300, currency: "USD" });
  await openAs(page, merchant, "/store-credit");
  await expect(page.getByRole("heading", { name: "No store credit yet" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Outstanding" })).toHaveCount(0);
});

for (const [name, path] of [
  ["store credit", "/store-credit"],
  ["what was issued", "/store-credit?view=issued"],
  ["issuing store credit", "/store-credit?open=issue"],
] as const) {
  test(`${name} is sound for everybody`, async ({ page, merchant, api }) => {
    test.slow();
    const email = `${"a".repeat(60)}@example.com`;
    for (const currency of ["USD", "JPY", "KWD"]) {
      await api.post("/store-credit", { email, amountCents: 123_456, currency });
    }
    await openAs(page, merchant, "/store-credit");
    await page.goto(path);
    await expect(page.getByText(email).or(page.getByRole("dialog")).first()).toBeVisible();
    await expectSound(page, name);
  });
}
