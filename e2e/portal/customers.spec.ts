import type { ApiClient } from "../support/client";
import { expect, test } from "../support/test";
import { expectToFit } from "./a11y";
import { choose, chooseFilter, download, openAs } from "./page-actions";

const ADA_EMAIL = "ada@example.com";

/** Creates an active card for a customer. */
async function give(api: ApiClient, consumerEmail: string, amountCents: number, currency = "USD") {
  const { body } = await api.post("/cards", { currency });
  await api.post(`/cards/${body.uuid}/activate`, { amountCents, consumerEmail });
}

test("customers are found by email, with what they hold", async ({ page, merchant, api }) => {
  await give(api, ADA_EMAIL, 2_500);
  await give(api, ADA_EMAIL, 900, "JPY");
  await api.post("/store-credit", { email: ADA_EMAIL, amountCents: 3_000, currency: "USD" });
  await give(api, "bob@example.com", 1_500, "KWD");
  await openAs(page, merchant, "/customers");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await expect(page.getByRole("row", { name: /bob@/ })).toContainText(/KWD.1\.500/);
  const ada = page.getByRole("row", { name: /ada@/ });
  for (const held of ["¥900", "$25.00", "$30.00"]) await expect(ada).toContainText(held);
  await expect(ada).not.toContainText("$55.00");

  await page.keyboard.press("/");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/customers?q=Ada");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.reload();
  await ada.click();
  await expect(page.getByRole("heading", { level: 1, name: ADA_EMAIL })).toBeVisible();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("row")).toHaveCount(4);
  await expect(history.getByRole("row").nth(1)).toContainText("Store credit");
  const cards = page.getByRole("region", { name: "Cards" });
  await expect(cards.getByRole("row")).toHaveCount(4);
  await expect(cards.getByRole("row", { name: /Store credit/ })).toContainText("$30.00");
  await expectToFit(page, "a customer's page");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Note").fill("Prefers email");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByText("Prefers email")).toBeVisible();
  await page.goto("/customers?q=lovelace");
  await expect(page.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  const file = await download(page, page.getByRole("link", { name: "Export CSV" }));
  expect(file.text).toContain('"Ada Lovelace","Prefers email"');
  await page.goto("/customers");
  const email = page.getByRole("columnheader", { name: "Customer", exact: true });
  await email.getByRole("button").click();
  await expect(page).toHaveURL("/customers?sort=email");
  await expect(email).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");

  await page.goto("/customers?q=zed");
  await expect(page.getByRole("heading", { name: "No matching customers" })).toBeVisible();
});

test("a customer is given cards and store credit", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await give(api, ADA_EMAIL, 100);
  const { code } = await activeCard({ amountCents: 700 });
  await openAs(page, merchant, `/customers?q=${ADA_EMAIL}`);
  await page.getByRole("link", { name: ADA_EMAIL }).click();
  const held = page.getByRole("region", { name: "Customer details" });
  await expect(held).toContainText("$1.00");

  await page.getByRole("button", { name: "Issue gift card" }).click();
  await page.getByLabel("Amount").fill("12345");
  await choose(page, page.getByRole("dialog").getByLabel("Currency"), /^KWD/);
  const giveIt = page.getByRole("button", { name: /Issue gift card with KWD.12,345/ });
  await giveIt.click();
  await expect(page.getByText("The amounts don't match.")).toBeVisible();
  await page.getByLabel(/^Enter KWD.12,345\.000 again to confirm/).fill("12345");
  await giveIt.click();
  await expect(held).toContainText(/KWD.12,345\.000/);

  await page.getByRole("button", { name: "Issue store credit" }).click();
  await page.getByLabel("Amount").fill("30");
  await expect(page.getByText(`${ADA_EMAIL} will have $30.00 in store credit`)).toBeVisible();
  await page.getByRole("button", { name: "Issue $30.00" }).click();
  await expect(held).toContainText("$30.00");

  await page.getByRole("button", { name: "Assign card" }).click();
  await page.getByLabel("Card code or ID").fill(code);
  await page.getByRole("button", { name: "Find card" }).click();
  await expect(page.getByRole("dialog")).toContainText("$7.00");
  await page.getByRole("button", { name: "Assign card" }).click();
  await expect(held).toContainText("$8.00");
});

test("store credit is issued and listed", async ({ page, merchant }) => {
  await openAs(page, merchant, "/store-credit");
  await expect(page.getByRole("heading", { name: "No store credit yet" })).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Issue store credit" }).click();
  await dialog.getByRole("button", { name: /^Issue/ }).click();
  await expect(dialog.getByText("Enter an email address, such as")).toBeVisible();
  await dialog.getByLabel("Customer email").fill(ADA_EMAIL);
  await dialog.getByRole("button", { name: /^Issue/ }).click();
  await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription("Enter an amount.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  for (const [email, amount, currency, consequence] of [
    [ADA_EMAIL, "30", /^USD/, "ada@example.com will have $30.00"],
    [
      "Ada@Example.com",
      "2.5",
      /^USD/,
      "will have $32.50 in store credit, including the $30.00 they already have",
    ],
    [ADA_EMAIL, "900", /^JPY/, "their first in JPY"],
  ] as const) {
    await page.getByRole("button", { name: "Issue store credit" }).click();
    await dialog.getByLabel("Customer email").fill(email);
    await dialog.getByLabel("Amount").fill(amount);
    await choose(page, dialog.getByLabel("Currency"), currency);
    await dialog.getByLabel("Note").fill("One hardback");
    await expect(dialog.getByRole("status")).toContainText(consequence);
    await dialog.getByRole("button", { name: /^Issue / }).click();
    await expect(dialog).toHaveCount(0);
  }

  const outstanding = page.getByRole("region", { name: "Outstanding" });
  await expect(outstanding).toContainText("$32.50");
  await expect(outstanding).toContainText("¥900");
  const balances = page.getByRole("region", { name: "Balances" }).getByRole("row");
  await expect(balances).toHaveCount(3);
  await chooseFilter(page, "Currency", /^JPY/);
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(balances).toHaveCount(2);

  await page.getByRole("link", { name: "Issued", exact: true }).click();
  await expect(page).toHaveURL(/view=issued/);
  const newest = page.getByRole("region", { name: "Issued" }).getByRole("row").nth(1);
  await expect(newest).toContainText("One hardback");
  await expect(newest).toContainText("Refund or return");
});
