import { expect, test } from "../support/test";
import { expectToFit } from "./a11y";
import { chooseItem, download, expectLoaded, openAs } from "./page-actions";

test("headers sort, pages go on in that order, and both are in the URL with the status filter", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const first = await activeCard({ amountCents: 900 });
  await Promise.all(Array.from({ length: 50 }, () => api.post("/cards", { currency: "JPY" })));
  const last = await activeCard({ amountCents: 800 });
  await openAs(page, merchant, "/cards");
  const cells = page.getByRole("table", { name: "Cards" }).getByRole("link");
  const created = page.getByRole("columnheader", { name: "Created" });
  await expect(page.getByText("1–50 of 52")).toBeVisible();
  await expect(created).toHaveAttribute("aria-sort", "descending");
  await expect(cells.first()).toContainText(last.code.slice(-4));
  await expectToFit(page, "/cards");

  await created.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cards?sort=oldest");
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

  await page.getByRole("button", { name: "Active 2", exact: true }).click();
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
  await expect(page.getByRole("button", { name: "Unsold stock" })).toBeVisible();

  await page.goto("/cards");
  await expectLoaded(page);
  await page.getByRole("button", { name: "Views" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "No filters" })).toBeVisible();
  await page.keyboard.type("uns");
  await expect(page.getByRole("menuitem", { name: "Unsold stock" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=inactive&sort=oldest&view=/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.getByRole("button", { name: /^Active/ }).click();
  await page.getByRole("button", { name: "Update view" }).click();
  await expect(page.getByText("View “Unsold stock” updated")).toBeVisible();
  await chooseItem(page, "Unsold stock", "Rename view");
  await dialog.getByLabel("Name").fill("Sold");
  await dialog.getByRole("button", { name: "Rename view" }).click();
  await chooseItem(page, "Sold", "No filters");
  await expect(page).toHaveURL("/cards");
  await chooseItem(page, "Views", "Sold");
  await expect(page).toHaveURL(/status=active&sort=oldest/);

  await chooseItem(page, "Sold", "Save as new view");
  await dialog.getByLabel("Name").fill("Sold");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText("is already used by another view")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await chooseItem(page, "Sold", "Delete view");
  await dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Sold" })).toHaveCount(0);
});

test("selected cards are activated, exported and deactivated together", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  await activeCard({ amountCents: 4_000 });
  await Promise.all(Array.from({ length: 3 }, () => api.post("/cards", { currency: "USD" })));
  await openAs(page, merchant, "/cards");
  const bar = page.getByRole("region", { name: "Selected cards" });
  const dialog = page.getByRole("dialog");
  const result = page.getByRole("region", { name: "Result for the selected cards" });
  const selectAll = page.getByRole("checkbox", { name: "Select all on this page" });

  await selectAll.focus();
  await page.keyboard.press("Space");
  await expect(bar.getByText("4 cards selected")).toBeVisible();
  const file = await download(page, bar.getByRole("button", { name: "Export" }));
  expect(file.name).toBe("cards.csv");
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
  await bar.getByRole("button", { name: "Deactivate" }).click();
  await expect(dialog.getByText("2 active cards with a total of $50.00")).toBeVisible();
  await dialog.getByRole("radio", { name: "Write off" }).click();
  await dialog.getByRole("button", { name: "Deactivate 2 cards and write off balances" }).click();
  await expect(dialog.getByText(/Type 2 to/).first()).toBeVisible();
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Deactivate 2 cards and write off balances" }).click();
  await expect(result).toContainText("2 cards deactivated");
  await expect(page.getByRole("button", { name: "Deactivated 2", exact: true })).toBeVisible();
  const { body } = await api.get("/cards?status=disabled");
  expect(body.cards.map(({ balanceCents }: { balanceCents: number }) => balanceCents)).toEqual([
    0, 0,
  ]);
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
  await page.getByRole("button", { name: "Batch", exact: true }).click();
  await page.getByPlaceholder("Search batches by name").fill("SUM");
  await expect(page.getByRole("option")).toHaveText([/Summer stock.*2 cards/s]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/batchId=/);
  await expect(page.getByRole("button", { name: "Batch: Summer stock" })).toBeVisible();
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Batch" }).click();

  await page.getByRole("button", { name: "Customer", exact: true }).click();
  await page.getByPlaceholder("Search customers by name or email").fill("race@ex");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cards?ownerEmail=grace@example.com");
  await page.getByRole("button", { name: "Currency", exact: true }).click();
  await page.getByRole("combobox", { name: "Currency" }).click();
  await expect(page.getByRole("option")).toHaveText([/^USD/, /^EUR/]);
});
