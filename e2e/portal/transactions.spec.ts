import { expect, test } from "../support/test";
import { openAs } from "./person";

test("transactions are filtered by type, state, day and reference, all of it in the address", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 700, referenceId: "receipt-7" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 800, referenceId: "receipt-8" });
  await openAs(page, merchant, "/transactions");
  await expect(page.getByText("1–3 of 3")).toBeVisible();

  await page.getByLabel("Type").click();
  await page.getByRole("option", { name: "Redeemed" }).click();
  await expect(page).toHaveURL(/type=spend/);
  await expect(page.getByText("1–2 of 2")).toBeVisible();

  await page.getByLabel("Reference").fill("receipt-8");
  await page.getByLabel("Reference").press("Enter");
  await expect(page).toHaveURL(/referenceId=receipt-8/);
  await expect(page.getByRole("row", { name: /−\$8\.00/ })).toContainText("$35.00");
  await page.reload();
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.getByLabel("To").fill("2020-01-31");
  await expect(page.getByRole("heading", { name: "No transaction matches" })).toBeVisible();
  await page.getByRole("region", { name: "Transactions" }).getByRole("button").click();
  await expect(page).toHaveURL("/transactions");

  await page
    .getByRole("row", { name: /−\$8\.00/ })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(`/cards/${uuid}`);
});
