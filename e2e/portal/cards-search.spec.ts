import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";

test("a code is searched by POST and stands in no address, in any spelling", async ({
  page,
  merchant,
  activeCard,
}) => {
  test.slow();
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

test("a search finds by id, by the last four and by e-mail address, says what it understood and what it can't", async ({
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
  const search = page.getByLabel("Search cards by code, last four, e-mail address or card id");

  await search.fill("hello there");
  await search.press("Enter");
  await expect(page.getByText("Enter a whole code, its last four")).toBeVisible();

  await search.fill("2222 2222 2222 2223");
  await expect(page.getByText("A code: Enter opens its card.")).toBeVisible();
  await search.press("Enter");
  await expect(page.getByText("No card of this store has that code")).toBeVisible();

  await search.fill("grace@example.com");
  await search.press("Enter");
  await expect(page).toHaveURL("/cards?ownerEmail=grace@example.com");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove the filter Owner" }).click();

  await search.fill(card.code.slice(-4).toLowerCase());
  await expect(page.getByText("The last four of a code")).toBeVisible();
  await search.press("Enter");
  await expect(page).toHaveURL(`/cards?last4=${card.code.slice(-4)}`);
  await expect(page.getByRole("row")).toHaveCount(2);

  await search.fill(card.uuid);
  await search.press("Enter");
  await expect(page).toHaveURL(`/cards/${card.uuid}`);
  await expect(page.getByText("grace@example.com")).toBeVisible();
});
