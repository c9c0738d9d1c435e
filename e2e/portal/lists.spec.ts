import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { expectToFit } from "./a11y";
import { chooseFilter, chooseItem, download, openAs, openFilters } from "./page-actions";

test("headers sort, pages go on in that order, and both are in the URL with the status filter", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const first = await activeCard({ amountCents: 900 });
  await Promise.all(Array.from({ length: 50 }, () => api.post("/cards", { currency: "JPY" })));
  const last = await activeCard({ amountCents: 800 });
  await openAs(page, merchant, "/cards?unsold=shown");
  const cells = page.getByRole("table", { name: "Cards" }).getByRole("link");
  const created = page.getByRole("columnheader", { name: "Created" });
  await expect(page.getByText("1–50 of 52")).toBeVisible();
  await expect(created).toHaveAttribute("aria-sort", "descending");
  await expect(cells.first()).toContainText(last.code.slice(-4));
  await expectToFit(page, "/cards");

  await created.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cards?unsold=shown&sort=oldest");
  await expect(created).toHaveAttribute("aria-sort", "ascending");
  await expect(cells.first()).toContainText(first.code.slice(-4));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await expect(cells.last()).toContainText(last.code.slice(-4));
  await page.reload();
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.getByRole("link", { name: "Active", exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–50 of 52")).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  const expires = page.getByRole("columnheader", { name: "Expires" });
  await expect(expires).toHaveAttribute("aria-sort", "none");
  await expires.getByRole("button").click();
  await expect(page).toHaveURL(/sort=expiring(&|$)/);
  await expires.getByRole("button").click();
  await expect(page).toHaveURL(/sort=expiring_last/);
  await expect(expires).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
});

test("views keep filters and sorting under a name", async ({
  page,
  merchant,
  activeCard,
  api,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await activeCard({ amountCents: 900 });
  await api.post("/cards", { currency: "JPY" });
  await openAs(page, merchant, "/cards?status=inactive&sort=oldest");
  await expectToFit(page, "/cards");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Save view" }).click();
  await dialog.getByLabel("Name").fill("Unsold stock");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page).toHaveURL(/view=/);
  const tabs = page.getByRole("navigation", { name: "Views" });
  const tab = (name: string) => tabs.getByRole("link", { name });
  await expect(tab("Unsold stock")).toHaveAttribute("aria-current", "page");

  await tab("All").click();
  await expect(page).toHaveURL("/cards?unsold=shown");
  await tab("Unsold stock").click();
  await expect(page).toHaveURL(/status=inactive&sort=oldest&view=/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await chooseFilter(page, "Status", /^Active/);
  await chooseItem(page, "Change view “Unsold stock”", "Update view");
  await expect(page.getByText("View “Unsold stock” updated")).toBeVisible();
  await chooseItem(page, "Change view “Unsold stock”", "Rename view");
  await dialog.getByLabel("Name").fill("Sold");
  await dialog.getByRole("button", { name: "Rename view" }).click();
  await tab("All").click();
  await tab("Sold").click();
  await expect(page).toHaveURL(/status=active&sort=oldest/);

  await page.getByRole("button", { name: "Save view" }).click();
  await dialog.getByLabel("Name").fill("Sold");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText("is already used by another view")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const colleague = await makePerson(merchant, "viewer");
  await chooseItem(page, "Change view “Sold”", "Share with team");
  await expect(page.getByText("View “Sold” shared with your team")).toBeVisible();
  await openAs(page, colleague, "/cards");
  await tab("Sold").click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Change view/ })).toHaveCount(0);

  await openAs(page, merchant, "/cards");
  await tab("Sold").click();
  await chooseItem(page, "Change view “Sold”", "Delete view");
  await dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(page).toHaveURL("/cards");
  await expect(tab("Sold")).toHaveCount(0);
});

test("selected cards are activated, exported and deactivated together", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await activeCard({ amountCents: 4_000 });
  await Promise.all(Array.from({ length: 3 }, () => api.post("/cards", { currency: "USD" })));
  await openAs(page, merchant, "/cards?unsold=shown");
  const bar = page.getByRole("region", { name: "Selected cards" });
  const dialog = page.getByRole("dialog");
  const result = page.getByRole("region", { name: "Result for the selected cards" });
  const selectAll = page.getByRole("checkbox", { name: "Select all on this page" });

  await selectAll.focus();
  await page.keyboard.press("Space");
  await expect(bar.getByText("4 cards selected")).toBeVisible();
  const file = await download(page, bar.getByRole("button", { name: "Export" }));
  expect(file.name).toMatch(/ - cards - \d{4}-\d\d-\d\d\.csv$/);
  expect(file.text.trim().split("\n")).toHaveLength(5);

  await bar.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(dialog.getByText("1 other selected card will be skipped.")).toBeVisible();
  await dialog.getByLabel("Amount per card").fill("25");
  await expect(dialog.getByText("3 cards × $25.00 = $75.00 in new liability")).toBeVisible();
  await dialog.getByRole("button", { name: "Activate 3 cards" }).click();
  await expect(result).toContainText("3 cards activated");
  await expect(result).toContainText("1 card was skipped: 1 already active.");
  await result.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /\$25\.00/ })).toHaveCount(3);

  await page
    .getByRole("checkbox", { name: /^Select the card/ })
    .first()
    .click();
  await page
    .getByRole("checkbox", { name: /^Select the card/ })
    .nth(1)
    .click();
  await bar.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await expect(dialog.getByText("2 active cards with a total of $50.00")).toBeVisible();
  await dialog.getByRole("radio", { name: "Write off" }).click();
  await dialog.getByRole("button", { name: "Deactivate 2 cards and write off balances" }).click();
  await expect(dialog.getByText(/Type 2 to/).first()).toBeVisible();
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Deactivate 2 cards and write off balances" }).click();
  await expect(result).toContainText("2 cards deactivated");
  const { body } = await api.get("/cards?status=disabled");
  expect(body.cards.map(({ balanceCents }: { balanceCents: number }) => balanceCents)).toEqual([
    0, 0,
  ]);
});

test("all cards of a list are selected over its pages, and changed in groups that can be stopped", async ({
  page,
  merchant,
  api,
}) => {
  const stock = { name: "Fair", quantity: 105, currency: "USD", cardType: "physical" };
  const { body: batch } = await api.post("/batches", stock);
  await expect.poll(async () => (await api.get(`/batches/${batch.id}`)).body.status).toBe("ready");
  await api.post("/cards", { currency: "USD" });
  await openAs(page, merchant, `/cards?batchId=${batch.id}`);
  const bar = page.getByRole("region", { name: "Selected cards" });
  const dialog = page.getByRole("dialog");
  const result = page.getByRole("region", { name: "Result for the selected cards" });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar.getByText("50 cards selected")).toBeVisible();
  await bar.getByRole("button", { name: "Select all 105" }).click();
  await expect(bar.getByText("105 cards selected")).toBeVisible();

  let release = () => {};
  const stopped = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/portal/cards/bulk/activate", async (route) => {
    await stopped;
    await route.continue();
  });
  await bar.getByRole("button", { name: "Activate", exact: true }).click();
  await dialog.getByRole("button", { name: "$10.00", exact: true }).click();
  await dialog.getByRole("button", { name: "Activate 105 cards" }).click();
  await result.getByRole("button", { name: "Stop" }).click();
  release();
  await expect(result).toContainText("100 cards activated");
  await expect(result).toContainText("5 cards are left.");
  await result.getByRole("button", { name: "Continue" }).click();
  await expect(result).toContainText("105 cards activated");
  const { body } = await api.get("/cards?status=inactive");
  expect(body.total).toBe(1);
});

test("batches and customers are picked by name, with the keyboard", async ({
  page,
  merchant,
  api,
}) => {
  const stock = { quantity: 2, currency: "EUR", cardType: "physical" };
  for (const name of ["Spring stock", "Summer stock"]) {
    const { body } = await api.post("/batches", { ...stock, name });
    await expect.poll(async () => (await api.get(`/batches/${body.id}`)).body.status).toBe("ready");
  }
  await api.post("/cards", { currency: "USD", ownerEmail: "grace@example.com" });
  await openAs(page, merchant, "/cards");
  const pick = async (filter: string, find: string, term: string) => {
    const filters = await openFilters(page);
    await filters.getByRole("button", { name: new RegExp(`^${filter}: `) }).click();
    await page.getByPlaceholder(find).fill(term);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  };
  await pick("Batch", "Search batches by name", "SUM");
  await expect(page).toHaveURL(/batchId=/);
  const chip = page.getByRole("button", { name: "Remove filter: Batch: Summer stock" });
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await chip.click();

  await pick("Customer", "Search customers by name or email", "race@ex");
  await expect(page).toHaveURL("/cards?ownerEmail=grace@example.com");
  await (await openFilters(page)).getByRole("combobox", { name: "Currency" }).click();
  await expect(page.getByRole("option")).toHaveText([/^Any/, /^USD/, /^EUR/]);
});
