import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";

test("filters and pages live in the address, with counts and a way back; the export has exactly what is filtered, in the order shown", async ({
  page,
  merchant,
  api,
  activeCard,
  anotherStore,
}) => {
  test.slow();
  await test.step("pages and the filter of the state", async () => {
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

  await test.step("balance, currency and days", async () => {
    const { merchant, api, activeCard } = await anotherStore();
    await activeCard({ amountCents: 5_000 });
    await activeCard({ amountCents: 900, currency: "JPY" });
    await activeCard({ amountCents: 12_345, currency: "KWD" });
    await api.post("/cards", { currency: "USD" });
    await openAs(page, merchant, "/cards");
    const rows = page.getByRole("table", { name: "Cards" }).getByRole("row");
    await expect(rows).toHaveCount(5);

    await page.getByRole("button", { name: "Balance" }).click();
    await page.getByRole("radio", { name: "Empty" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/cards?balance=none");
    await expect(rows).toHaveCount(2);
    await expect(page.getByText("1–1 of 1")).toBeVisible();

    await page.getByRole("button", { name: "Balance: empty" }).click();
    await page.getByRole("radio", { name: "Between two amounts" }).click();
    await page.getByLabel("At least").fill("49.995");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("USD has at most 2 decimals.")).toBeVisible();
    await page.getByLabel("At least").fill("50");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/cards?min=5000&currency=USD");
    await expect(rows.nth(1)).toContainText("$50.00");
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Clear filters" }).click();

    await page.goto("/cards?currency=KWD");
    await expect(rows.nth(1)).toContainText(/KWD\s12\.345/);
    await page.goto("/cards?currency=JPY");
    await expect(rows.nth(1)).toContainText("¥900");

    await page.goto("/cards?createdTo=2020-01-01");
    await expect(page.getByRole("heading", { name: "No card matches" })).toBeVisible();
    await page.getByRole("button", { name: "Remove the filter Created" }).click();
    await expect(rows).toHaveCount(5);
  });

  await test.step("the export", async () => {
    const { merchant, activeCard } = await anotherStore();
    const [first, second] = [
      await activeCard({ amountCents: 500, currency: "KWD" }),
      await activeCard({ amountCents: 1_500, currency: "KWD" }),
    ];
    await activeCard({ amountCents: 900 });
    await openAs(page, merchant, "/cards?currency=KWD&sort=oldest");
    await expect(page.getByText("1–2 of 2")).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("cards.csv");
    const text = await readFile(await file.path(), "utf8");
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row["Card id"], row.Balance])).toEqual([
      [first.uuid, "0.500"],
      [second.uuid, "1.500"],
    ]);
    for (const { code } of [first, second]) expect(text).not.toContain(code);
  });
});

test("an order brings along what it needs; columns that were left out stay so", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  test.slow();
  await test.step("today for what expires", async () => {
    const small = await activeCard({ amountCents: 500 });
    const large = await activeCard({ amountCents: 9_000 });
    await activeCard({ amountCents: 99_999, currency: "JPY" });
    const { uuid: expired } = await activeCard({ amountCents: 700 });
    await sql`update cards set expires_on = '2020-01-01' where id = ${expired}`;
    await sql`update cards set expires_on = expires_on - 10 where id = ${large.uuid}`;
    await openAs(page, merchant, "/cards");
    const cells = page.getByRole("table", { name: "Cards" }).getByRole("link");
    const order = async (name: string) => {
      await page.getByRole("combobox", { name: "Order" }).click();
      await page.getByRole("option", { name }).click();
    };

    await order("Expiring soonest");
    await expect(page).toHaveURL(/expiresFrom=\d{4}-\d{2}-\d{2}&sort=expiring/);
    await expect(cells).toHaveCount(3);
    await expect(cells.first()).toContainText(large.code.slice(-4));
    await expect(page.getByText("Only cards with an end are in this order.")).toBeVisible();
    await order("Oldest first");
    await expect(page).toHaveURL("/cards?sort=oldest");
    await expect(cells.first()).toContainText(small.code.slice(-4));
  });

  await test.step("columns", async () => {
    await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/cards");
    await expect(page.getByRole("columnheader", { name: "Owner" })).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Owner" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
  });
});

test("a code is searched by POST in any spelling and stands in no address; a search finds by id, last four and e-mail address, and says what it understood", async ({
  page,
  merchant,
  activeCard,
  tolerate,
  anotherStore,
}) => {
  test.slow();
  await test.step("a code", async () => {
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

  await test.step("id, last four and address", async () => {
    const { merchant, api } = await anotherStore();
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
});

test("several cards are made with an amount each, read with the decimals of its currency, and their codes can be kept", async ({
  page,
  merchant,
  api,
}) => {
  test.slow();
  await test.step("several cards and their codes", async () => {
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

  await test.step("yen and dinars", async () => {
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
    await expect(
      dialog.getByRole("button", { name: /Create card with KWD\s1\.500/ }),
    ).toBeVisible();
    await dialog.getByRole("button", { name: /Create card with/ }).click();
    await expect(dialog.getByText(/KWD\s1\.500 on each/)).toBeVisible();
  });
});
