import { sendGift } from "@/lib/gifts/send";
import { operatorContext } from "@/lib/merchants/operator";
import { apiClient } from "../support/client";
import { makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("both stores see what a transfer between currencies is to be settled with, each from its side", async ({
  page,
  merchant,
  activeCard,
  api,
  sql,
}) => {
  test.slow();
  const partner = await makeStore({ currency: "EUR" });
  await sql`update merchants set transfers_enabled = true
    where id in (${merchant.merchantId}, ${partner.merchantId})`;
  const there = apiClient(partner.keyA);
  const { uuid, code } = (await there.post("/cards", { currency: "EUR" })).body;
  await there.post(`/cards/${uuid}/activate`, { amountCents: 100 });
  const from = await activeCard({ amountCents: 10_000 });
  const order = { fromCardUuid: from.uuid, toCode: code, amountCents: 5_000 };
  const { transfer } = (await api.post("/transfers", order)).body;
  const arrived = `€${(transfer.counterAmountCents / 100).toFixed(2)}`;

  await openAs(page, merchant, "/reports?tab=settlement");
  const mine = page.getByRole("row").filter({ hasText: "You owe them" });
  await expect(mine).toContainText("$50.00");
  await expect(mine).toContainText(arrived);
  await expectSound(page, "settlement");

  await page.context().clearCookies();
  await openAs(page, partner, "/reports?tab=settlement");
  const theirs = page.getByRole("row").filter({ hasText: "They owe you" });
  await expect(theirs).toContainText("$50.00");
  await expect(theirs).toContainText(arrived);
});

test("gifts that wait are listed with what is in escrow, and an empty list says how they come about", async ({
  page,
  merchant,
  activeCard,
  api,
  sql,
}) => {
  test.slow();
  await openAs(page, merchant, "/reports?tab=gifts");
  await expect(page.getByText("No gift is waiting")).toBeVisible();
  await expect(page.getByText("Nothing is in escrow.")).toBeVisible();

  const { uuid } = await activeCard({ amountCents: 10_000 });
  await api.post(`/cards/${uuid}/claim`, { email: "ada@example.com" });
  const [row] = await sql`select owner_id from cards where id = ${uuid}`;
  await sendGift(operatorContext(merchant.merchantId), {
    cardId: uuid,
    senderId: row?.owner_id,
    amountCents: 2_500,
    recipientEmail: "bob@example.com",
  });
  await page.reload();
  const gift = page.getByRole("row").filter({ hasText: "ada@example.com" });
  await expect(gift).toContainText("bob@example.com");
  await expect(gift).toContainText("Waiting");
  await expect(gift).toContainText("$25.00");
  await expect(page.getByText("In escrow, 1 gift")).toBeVisible();
  await expectSound(page, "gifts");
});
