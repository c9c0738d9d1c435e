import { apiClient } from "../support/client";
import { makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";

test("a code is searched by POST and stands in no address, in any spelling", async ({
  page,
  merchant,
  activeCard,
}) => {
  const { uuid, code } = await activeCard({ amountCents: 1_500 });
  const bare = code.replaceAll("-", "");
  const addresses: string[] = [];
  await openAs(page, merchant, "/cards");
  page.on("request", (request) => addresses.push(request.url()));

  for (const spelling of [code, bare.toLowerCase(), bare.match(/.{4}/g)?.join(" ") ?? ""]) {
    await page.goto("/cards");
    await expectLoaded(page);
    await page.keyboard.press("/");
    await page.keyboard.type(spelling);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/cards/${uuid}`);
  }
  const bareOf = (url: string) =>
    decodeURIComponent(url)
      .toUpperCase()
      .replace(/[\s+-]/g, "");
  expect(addresses.filter((url) => bareOf(url).includes(bare.slice(0, 8)))).toEqual([]);
});

test("a search finds by id and by e-mail address, and says what it can't read or find", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const { body: card } = await api.post("/cards", {
    currency: "EUR",
    ownerEmail: "grace@example.com",
  });
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, "/cards");
  const search = page.getByLabel("Search cards by code, e-mail address or card id");

  await search.fill("hello");
  await search.press("Enter");
  await expect(page.getByText("Enter a whole code of 16 letters and digits")).toBeVisible();

  await search.fill("2222 2222 2222 2223");
  await search.press("Enter");
  await expect(page.getByText("No card of this store has that code")).toBeVisible();

  await search.fill("grace@example.com");
  await search.press("Enter");
  await expect(page).toHaveURL("/cards?ownerEmail=grace@example.com");
  await expect(page.getByRole("row")).toHaveCount(2);

  await search.fill(card.uuid);
  await search.press("Enter");
  await expect(page).toHaveURL(`/cards/${card.uuid}`);
  await expect(page.getByText("grace@example.com")).toBeVisible();
});

test("filters and pages live in the address, with counts and a way back", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await Promise.all(Array.from({ length: 51 }, () => api.post("/cards", { currency: "JPY" })));
  await activeCard({ amountCents: 900 });
  await openAs(page, merchant, "/cards");
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.getByRole("button", { name: "Active 1", exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByRole("row", { name: /\$9\.00/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–50 of 52")).toBeVisible();
});

test("a card is created, activated, redeemed, assigned and disabled by hand", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "Create card" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create card" }).click();
  await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);

  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByLabel("Amount").fill("40,00");
  await page.getByRole("button", { name: "Activate with $40.00" }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText("+$40.00");

  await page.getByRole("button", { name: "Redeem" }).click();
  await page.getByLabel("Amount").fill("99");
  await page.getByRole("dialog").getByRole("button", { name: "Redeem $99.00" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("balance");
  await page.getByLabel("Amount").fill("1.6");
  await page.getByLabel("Note").fill("Two croissants");
  await expect(page.getByText("Balance $40.00 − $1.60 = $38.40")).toBeVisible();
  await page.getByRole("button", { name: "Redeem $1.60" }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Two croissants");

  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByLabel("Customer's e-mail address").fill("grace@example.com");
  await page.getByRole("button", { name: "Assign card" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "grace@" })).toBeVisible();

  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$38.40 of balance becomes unusable");
  await dialog.getByRole("button", { name: "Disable card" }).click();
  await expect(dialog.getByRole("alert")).toContainText("to go on");
  await dialog.getByLabel(/last four/).fill(await dialog.locator("label b").innerText());
  await dialog.getByRole("button", { name: "Disable card" }).click();
  await expect(page.getByText("This card was disabled for good")).toBeVisible();
  await expect(page.getByRole("button", { name: "Redeem" })).toHaveCount(0);
});

test("a redemption whose answer got lost is sent again under the same key and moves money once", async ({
  page,
  merchant,
  api,
  activeCard,
  tolerate,
}) => {
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

test("a long history is grouped by day, loads on, and a row opens to its explanation", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 10_000 });
  for (let index = 0; index < 24; index++) {
    await api.post(`/cards/${uuid}/debit`, { amountCents: 100, referenceId: `receipt-${index}` });
  }
  await openAs(page, merchant, `/cards/${uuid}`);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("25 movements")).toBeVisible();
  await expect(history.getByRole("heading", { level: 3 })).not.toHaveCount(0);
  await expect(history.getByRole("listitem")).toHaveCount(20);
  await history.getByRole("button", { name: "Load more" }).click();
  await expect(history.getByRole("listitem")).toHaveCount(25);

  await history.getByRole("listitem").first().locator("summary").press("Enter");
  await expect(history.getByText("receipt-23")).toBeVisible();
});

test("another store's card is not there", async ({ page, merchant, tolerate }) => {
  tolerate(/status of 404/);
  const other = apiClient((await makeStore()).keyA);
  const { status, body: card } = await other.post("/cards", { currency: "USD" });
  expect(status).toBe(201);
  await openAs(page, merchant, `/cards/${card.uuid}`);
  await expect(page.getByRole("heading", { name: "This card can't be found" })).toBeVisible();
  await page.getByRole("link", { name: "All cards" }).click();
  await expect(page).toHaveURL("/cards");
});
