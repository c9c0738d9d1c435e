import type { ApiClient } from "../support/client";
import { expect, test } from "../support/test";
import { openAs } from "./person";

/** Gives somebody an active card. */
async function give(api: ApiClient, consumerEmail: string, amountCents: number, currency = "USD") {
  const { body } = await api.post("/cards", { currency });
  await api.post(`/cards/${body.uuid}/activate`, { amountCents, consumerEmail });
  return body;
}

const credit = (api: ApiClient, email: string, amountCents: number, currency = "USD") =>
  api.post("/store-credit", { email, amountCents, currency });

test("customers are found by the beginning of their address and told by currency, and given a card, store credit and a card that exists", async ({
  page,
  merchant,
  api,
  sql,
  anotherStore,
}) => {
  test.slow();
  await test.step("found", async () => {
    await give(api, "ada@example.com", 2_500);
    await give(api, "ada@example.com", 900, "JPY");
    await credit(api, "ada@example.com", 3_000);
    await give(api, "bob@example.com", 1_500, "KWD");
    await openAs(page, merchant, "/customers");
    await expect(page.getByText("1–2 of 2")).toBeVisible();
    await expect(page.getByRole("row", { name: /bob@/ })).toContainText(/KWD.1\.500/);
    const ada = page.getByRole("row", { name: /ada@/ });
    await expect(ada).toContainText("¥900");
    await expect(ada).toContainText("$25.00");
    await expect(ada).toContainText("$30.00");
    await expect(ada).not.toContainText("$55.00");

    await page.keyboard.press("/");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/customers?q=Ada");
    await expect(page.getByText("1–1 of 1")).toBeVisible();
    await page.reload();
    await page.getByRole("row", { name: /ada@/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "ada@example.com" })).toBeVisible();
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByRole("row")).toHaveCount(4);
    await expect(history.getByRole("row").nth(1)).toContainText("Store credit");
    const cards = page.getByRole("region", { name: "Cards" });
    await expect(cards.getByRole("row")).toHaveCount(4);
    await expect(cards.getByRole("row", { name: /Store credit/ })).toContainText("$30.00");

    await page.goto("/customers?q=zed");
    await expect(page.getByRole("heading", { name: "No customer matches" })).toBeVisible();
  });

  await test.step("given", async () => {
    const { merchant, api, activeCard } = await anotherStore();
    await give(api, "ada@example.com", 100);
    const { code } = await activeCard({ amountCents: 700 });
    await openAs(page, merchant, "/customers?q=ada@example.com");
    await page.getByRole("link", { name: "ada@example.com" }).click();
    const held = page.getByRole("region", { name: "What they hold" });
    await expect(held).toContainText("$1.00");

    await page.getByRole("button", { name: "Give a card" }).click();
    await page.getByLabel("Amount").fill("12,345");
    await page.getByRole("dialog").getByLabel("Currency").click();
    await page.getByRole("option", { name: /^KWD/ }).click();
    const giveIt = page.getByRole("button", { name: /Give a card with KWD.12,345/ });
    await giveIt.click();
    await expect(page.getByText("The two amounts are not the same.")).toBeVisible();
    await page.getByLabel(/^This is KWD.12,345\.000\. Type the amount again/).fill("12345");
    await giveIt.click();
    await expect(held).toContainText(/KWD.12,345\.000/);

    await page.getByRole("button", { name: "Issue store credit" }).click();
    await page.getByLabel("Amount").fill("30");
    await expect(page.getByText("ada@example.com will have $30.00 of store credit")).toBeVisible();
    await page.getByRole("button", { name: "Issue $30.00" }).click();
    await expect(held).toContainText("$30.00");

    await page.getByRole("button", { name: "Assign a card" }).click();
    await page.getByLabel("Card's code or id").fill(code);
    await page.getByRole("button", { name: "Find the card" }).click();
    await expect(page.getByRole("dialog")).toContainText("$7.00");
    await page.getByRole("button", { name: "Assign card" }).click();
    await expect(held).toContainText("$8.00");

    const rows = await sql`select c.currency, c.balance_cents from cards c
      join consumers on consumers.id = c.owner_id
      where c.merchant_id = ${merchant.merchantId} and email = 'ada@example.com' order by c.id`;
    expect(rows.map((row) => `${row.currency} ${row.balance_cents}`).sort()).toEqual([
      "KWD 12345000",
      "USD 100",
      "USD 3000",
      "USD 700",
    ]);
  });
});

test("store credit is issued with its consequence told, listed with what is outstanding, and what is wrong is told at its field", async ({
  page,
  merchant,
  api,
}) => {
  test.slow();
  await test.step("what is wrong", async () => {
    await openAs(page, merchant, "/store-credit");
    await page.goto("/store-credit?open=issue");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Issue/ }).click();
    await expect(dialog.getByText("Enter an e-mail address, such as")).toBeVisible();
    await dialog.getByLabel("Customer's e-mail address").fill("ada@example.com");
    await dialog.getByRole("button", { name: /^Issue/ }).click();
    await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription("Enter an amount.");
  });

  await test.step("issued and listed", async () => {
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
});
