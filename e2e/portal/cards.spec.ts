import { apiClient } from "../support/client";
import { makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("a card is created, activated, redeemed, assigned and disabled by hand", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "Create cards" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create card" }).click();
  await page.getByRole("dialog").getByRole("link", { name: /Open/ }).click();
  await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);

  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByLabel("Amount").fill("40,00");
  await page.getByLabel("Note").fill("Paid in cash");
  await page.getByLabel("Reference").fill("receipt-7");
  await page.getByRole("button", { name: "Activate with $40.00" }).click();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("+$40.00");
  await expect(history).toContainText("Paid in cash");

  await page.getByRole("button", { name: "Redeem" }).click();
  await page.getByLabel("Amount").fill("99");
  await page.getByRole("dialog").getByRole("button", { name: "Redeem $99.00" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("balance");
  await page.getByLabel("Amount").fill("1.6");
  await page.getByLabel("Note").fill("Two croissants");
  await expect(page.getByText("Balance $40.00 − $1.60 = $38.40")).toBeVisible();
  await page.getByRole("button", { name: "Redeem $1.60" }).click();
  await expect(history).toContainText("Two croissants");

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

test("a toast leads to the transaction that was made", async ({ page, merchant, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  await openAs(page, merchant, `/cards/${uuid}`);
  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByLabel("Amount").fill("2.50");
  await page.getByLabel("Reference").fill("receipt-8");
  await page.getByRole("button", { name: "Top up $2.50" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toContainText("Topped up $2.50");
  await toast.getByRole("link", { name: "Open transaction" }).click();
  await expect(page).toHaveURL(/\/transactions\?transaction=/);
  await expect(page.getByRole("dialog")).toContainText("receipt-8");
  await expect(toast).toHaveCount(0);
});

test("an unsold card is voided by typing its last four, and can't be activated any more", async ({
  page,
  merchant,
  api,
}) => {
  test.slow();
  const { body: card } = await api.post("/cards", { currency: "USD", cardType: "physical" });
  const last4 = card.code.slice(-4);
  await openAs(page, merchant, `/cards/${card.uuid}`);
  await page.getByRole("button", { name: "Void" }).click();
  const dialog = page.getByRole("dialog", { name: `Void the card ending in ${last4}` });
  await dialog.getByRole("button", { name: "Void card" }).click();
  await expect(dialog.getByRole("alert")).toContainText("to go on");
  await expectSound(page, "voiding a card");
  await dialog.getByLabel(/last four/).fill(last4);
  await dialog.getByRole("button", { name: "Void card" }).click();
  await expect(page.getByText(`Card ending in ${last4} voided`)).toBeVisible();
  await expect(page.getByText("This card was disabled for good.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Activate|Void/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "History" })).toContainText("Disabled");
  expect((await api.post(`/cards/${card.uuid}/activate`, { amountCents: 1 })).status).toBe(400);
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
  await expect(history.locator("summary")).toHaveCount(20);
  await history.getByRole("button", { name: "Load more" }).click();
  await expect(history.locator("summary")).toHaveCount(26);

  await history.getByRole("listitem").first().locator("summary").press("Enter");
  await expect(history.getByText("receipt-23")).toBeVisible();
  await expect(history.getByRole("definition").getByText("Till A (API key)")).toBeVisible();
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
