import { readFile } from "node:fs/promises";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("several cards are made with an amount each, and their codes can be kept", async ({
  page,
  merchant,
  api,
}) => {
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "Create cards" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("How many").fill("101");
  await dialog.getByRole("button", { name: /^Create/ }).click();
  await expect(dialog.getByText("Enter a number from 1 to 100.")).toBeVisible();
  await dialog.getByLabel("How many").fill("12");
  await dialog.getByRole("checkbox", { name: "Activate with an amount" }).click();
  await dialog.getByLabel("Amount on each").fill("25,5");
  await expect(dialog.getByText("12 × $25.50 = $306.00")).toBeVisible();
  await dialog.getByLabel("Note").fill("Christmas fair");
  await dialog.getByRole("button", { name: "Create 12 cards with $25.50" }).click();

  await expect(
    dialog.getByRole("heading", { name: "12 cards created and activated" }),
  ).toBeVisible();
  await expect(dialog.getByText("Whoever knows a code can spend the card.")).toBeVisible();
  const codes = (await dialog.getByRole("listitem").allInnerTexts()).map((text) =>
    text.replace(/\s*Open.*/s, ""),
  );
  expect(new Set(codes).size).toBe(12);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await expect(dialog.getByText("Whoever knows a code can spend the card.")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();

  await expect(page.getByText("1–12 of 12")).toBeVisible();
  for (const code of [codes[0], codes[11]]) {
    const { body } = await api.post("/cards/lookup", { code });
    expect([body.balanceCents, body.transactions[0].description]).toEqual([
      2_550,
      "Christmas fair",
    ]);
  }
  await page.reload();
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
});

test("a double click on Create, or an answer that got lost, makes the cards once", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
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

test("yen and dinars are read with their own decimals", async ({ page, merchant }) => {
  await openAs(page, merchant, "/cards?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Activate with an amount" }).click();
  const choose = async (currency: string) => {
    await dialog.getByRole("combobox", { name: "Currency" }).click();
    await page.getByRole("option", { name: new RegExp(`^${currency}`) }).click();
  };
  await choose("JPY");
  await dialog.getByLabel("Amount", { exact: true }).fill("1.5");
  await dialog.getByRole("button", { name: "Create card" }).click();
  await expect(dialog.getByText("JPY has no decimals.")).toBeVisible();
  await choose("KWD");
  await expect(dialog.getByRole("button", { name: /Create card with KWD\s1\.500/ })).toBeVisible();
  await dialog.getByRole("button", { name: /Create card with/ }).click();
  await expect(dialog.getByText(/KWD\s1\.500 on each/)).toBeVisible();
});

test("a viewer is offered no way to make cards or see codes, and the server refuses both", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  const { uuid, code } = await activeCard({ amountCents: 500 });
  const viewer = await makePerson(merchant, "viewer");
  await openAs(page, viewer, `/cards/${uuid}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("+$5.00");
  await expect(page.getByRole("button", { name: /Show code|Print/ })).toHaveCount(0);
  expect(await page.content()).not.toContain(code);

  const { origin } = new URL(page.url());
  const headers = { origin, "Scrip-Store": merchant.merchantId };
  const ask = (path: string, data: object) => page.request.post(path, { data, headers });
  const refused = [
    await ask("/api/portal/cards", { count: 1, currency: "USD" }),
    await ask(`/api/portal/cards/${uuid}/code`, {}),
    await ask(`/api/portal/cards/${uuid}/void`, {}),
    await ask(`/api/portal/cards/${uuid}/activate`, { amountCents: 1 }),
    await ask("/api/v1/cards", { currency: "USD" }),
    await ask(`/api/v1/cards/${uuid}/debit`, { amountCents: 1 }),
    await ask(`/api/v1/cards/${uuid}/disable`, {}),
    await ask(`/api/v1/cards/${uuid}/claim`, { email: "ada@example.com" }),
  ];
  expect(refused.map((answer) => answer.status())).toEqual(refused.map(() => 403));
  const looked = await page.request.get(`/api/v1/cards/${uuid}`);
  expect((await looked.json()).code).toBe(`••••-••••-••••-${code.slice(-4)}`);
  const [row] = await sql`select count(*)::int as n, min(balance_cents)::int as cents from cards
    where merchant_id = ${merchant.merchantId}`;
  expect(row).toEqual({ n: 1, cents: 500 });
});

test("the new codes are sound for everybody", async ({ page, merchant }) => {
  test.slow();
  await openAs(page, merchant, "/cards?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("How many").fill("20");
  await dialog.getByRole("checkbox", { name: "Activate with an amount" }).click();
  await dialog.getByLabel("Amount on each").fill("10");
  await expectSound(page, "create cards with an amount");
  await dialog.getByRole("button", { name: /^Create 20/ }).click();
  await expect(dialog.getByRole("heading", { name: "20 cards" })).toBeVisible();
  await expectSound(page, "new codes");
});
