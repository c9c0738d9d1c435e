import { expect, test } from "../support/test";
import { openAs } from "./person";

test("a change whose answer got lost, or whose button is clicked twice, is sent again under the same key and made once: redemption, new cards, a given card, store credit", async ({
  page,
  tolerate,
  anotherStore,
}) => {
  test.slow();
  await test.step("a redemption", async () => {
    const { merchant, api, activeCard } = await anotherStore();
    tolerate(/ERR_FAILED/);
    const { uuid } = await activeCard({ amountCents: 1_000 });
    await openAs(page, merchant, `/cards/${uuid}`);
    const keys: (string | undefined)[] = [];
    await page.route("**/debit", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const answer = await route.fetch();
      if (keys.length === 1) await route.abort("failed");
      else await route.fulfill({ response: answer });
    });

    await page.getByRole("button", { name: "Redeem" }).click();
    await page.getByLabel("Amount").fill("3");
    await page.getByRole("button", { name: "Redeem $3.00" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("can't be reached");
    await page.getByRole("button", { name: "Redeem $3.00" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(700);
  });

  await test.step("new cards", async () => {
    const { merchant, api } = await anotherStore();
    tolerate(/ERR_FAILED/);
    await openAs(page, merchant, "/cards");
    const keys: (string | undefined)[] = [];
    await page.route("**/api/portal/cards", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const answer = await route.fetch();
      if (keys.length === 1) await route.abort("failed");
      else await route.fulfill({ response: answer });
    });
    await page.getByRole("button", { name: "Create cards" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("How many").fill("3");
    await dialog.getByRole("button", { name: "Create 3 cards" }).dblclick();
    await expect(dialog.getByRole("alert")).toContainText("can't be reached");
    await dialog.getByRole("button", { name: "Create 3 cards" }).click();
    await expect(dialog.getByRole("heading", { name: "3 cards created" })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect((await api.get("/cards")).body.total).toBe(3);
  });

  await test.step("a card given to a customer", async () => {
    const { merchant, api } = await anotherStore();
    tolerate(/ERR_FAILED/);
    await api.post("/store-credit", {
      email: "ada@example.com",
      amountCents: 100,
      currency: "USD",
    });
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
    expect(body.cards.map((card: { balanceCents: number }) => card.balanceCents)).toEqual([
      500, 100,
    ]);
  });

  await test.step("store credit", async () => {
    const { merchant, api } = await anotherStore();
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
});
