import { apiClient, baseUrl } from "../support/client";
import { makePerson, makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

type Api = ReturnType<typeof apiClient>;

/** Gives somebody an active card. */
async function give(api: Api, consumerEmail: string, amountCents: number, currency = "USD") {
  const { body } = await api.post("/cards", { currency });
  await api.post(`/cards/${body.uuid}/activate`, { amountCents, consumerEmail });
  return body;
}

const credit = (api: Api, email: string, amountCents: number, currency = "USD") =>
  api.post("/store-credit", { email, amountCents, currency });

test("customers are found by the beginning of their address and told by currency", async ({
  page,
  merchant,
  api,
}) => {
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

test("a customer is given a card, store credit and a card that exists", async ({
  page,
  merchant,
  api,
  activeCard,
  sql,
}) => {
  test.slow();
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

test("a card whose answer got lost is given once, in one request", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  await give(api, "ada@example.com", 100);
  await openAs(page, merchant, "/customers?q=ada@example.com");
  await page.getByRole("link", { name: "ada@example.com" }).click();
  let lost = 0;
  await page.route("**/api/portal/cards", async (route) => {
    const response = await route.fetch();
    if (lost++ === 0) await route.abort("failed");
    else await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Give a card" }).click();
  await page.getByLabel("Amount").fill("5");
  await page.getByRole("button", { name: "Give a card with $5.00" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("can't be reached");
  await page.getByRole("button", { name: "Give a card with $5.00" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const { body } = await api.get("/cards?ownerEmail=ada@example.com");
  expect(body.cards.map((card: { balanceCents: number }) => card.balanceCents)).toEqual([500, 100]);
});

test("another store's customer is not there, by id or by address", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/status of 404/);
  await give(api, "mine@example.com", 100);
  const other = await makeStore();
  await give(apiClient(other.keyA), "theirs@example.com", 100);
  const { body } = await apiClient(other.keyA).get("/cards");
  expect(body.total).toBe(1);
  await openAs(page, merchant, "/customers?q=theirs");
  await expect(page.getByRole("heading", { name: "No customer matches" })).toBeVisible();
  await page.goto("/customers/0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e");
  await expect(page.getByRole("heading", { name: "This customer can't be found" })).toBeVisible();
});

test("a viewer sees customers and may change nothing, whatever is sent", async ({
  page,
  merchant,
  api,
}) => {
  await give(api, "ada@example.com", 100);
  await openAs(page, await makePerson(merchant, "viewer"), "/customers?q=ada@example.com");
  await page.getByRole("link", { name: "ada@example.com" }).click();
  await expect(page.getByRole("region", { name: "What they hold" })).toContainText("$1.00");
  await expect(page.getByRole("button", { name: /Give|Issue|Assign/ })).toHaveCount(0);
  const { body } = await api.get("/cards");
  for (const [path, data] of [
    ["/cards", { currency: "USD" }],
    [`/cards/${body.cards[0].uuid}/claim`, { email: "eve@example.com" }],
    ["/store-credit", { email: "ada@example.com", amountCents: 100, currency: "USD" }],
  ] as const) {
    const headers = { Origin: baseUrl(), "Scrip-Store": merchant.merchantId };
    const answer = await page.request.post(`/api/v1${path}`, { data, headers });
    expect(answer.status(), path).toBe(403);
  }
});

for (const [name, path, button] of [
  ["customers", "/customers", null],
  ["a customer", "/customers/:id", null],
  ["giving a card", "/customers/:id", "Give a card"],
  ["assigning a card", "/customers/:id", "Assign a card"],
] as const) {
  test(`${name} is sound for everybody`, async ({ page, merchant, api, sql }) => {
    test.slow();
    const email = `${"a".repeat(60)}@${"long-domain.".repeat(8)}example.com`;
    await give(api, email, 100);
    await give(api, email, 900, "JPY");
    await credit(api, email, 3_000);
    const [row] = await sql`select id from customers where merchant_id = ${merchant.merchantId}`;
    await openAs(page, merchant, path.replace(":id", row?.id));
    if (button) await page.getByRole("button", { name: button }).click();
    await expectSound(page, name);
  });
}
