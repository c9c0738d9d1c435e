import { apiClient, makeActiveCard } from "../support/client";
import { makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { chooseItem, openAs } from "./page-actions";

const path = "/settings/transfers";

test("two owners agree on transfers, settle what is owed and end the agreement", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const partner = await makeStore({ currency: "EUR" });
  const till = apiClient(merchant.keyA);
  const { uuid } = await makeActiveCard(till, { amountCents: 10_000 });
  const { code } = await makeActiveCard(apiClient(partner.keyA), {
    amountCents: 100,
    currency: "EUR",
  });
  const send = (amountCents: number) =>
    till.post("/transfers", { fromCardUuid: uuid, toCode: code, amountCents });
  const row = page.getByRole("row").filter({ hasText: /store-[0-9a-f]{10}/ });
  const dialog = page.getByRole("dialog");
  const fillLimits = async () => {
    await dialog.getByLabel("Limit per transfer").fill("50");
    await dialog.getByLabel("Limit per day").fill("200");
    await dialog.getByLabel("Limit on unsettled amounts").fill("300");
  };

  await openAs(page, merchant, path);
  await expect(page.getByText("No transfer agreements")).toBeVisible();
  await page.getByRole("button", { name: "Propose agreement" }).click();
  await dialog.getByLabel("Other store's short name").fill("no-such-store");
  await fillLimits();
  await dialog.getByRole("button", { name: "Send proposal" }).click();
  await expect(dialog.getByText("No store has this short name.")).toBeVisible();
  await dialog.getByLabel("Other store's short name").fill(partner.slug);
  await dialog.getByRole("button", { name: "Send proposal" }).click();
  await expect(row).toContainText("Waiting for them");
  expect((await send(100)).status).toBe(400);

  await page.context().clearCookies();
  await openAs(page, partner, path);
  await expect(row).toContainText("Waiting for you");
  await chooseItem(page, /^Actions for /, "Accept proposal");
  await expect(dialog).toContainText("allows $50.00 per transfer");
  await fillLimits();
  await dialog.getByRole("button", { name: "Accept proposal" }).click();
  await expect(row).toContainText("Active");
  expect((await send(5_000)).status).toBe(201);

  await page.reload();
  await expect(row).toContainText(/€4\d\.\d\d of €300\.00/);
  await chooseItem(page, /^Actions for /, "Record payment");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(row).toContainText("€0.00 of €300.00");
  await chooseItem(page, /^Actions for /, "End agreement");
  await dialog.getByRole("button", { name: "End agreement" }).click();
  await expect(row).toContainText("Ended");
  expect((await send(1)).body.error).toBe("transfers_not_enabled");
});
