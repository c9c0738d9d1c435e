import { declineGift } from "@/lib/domain/gifts/accept-or-return";
import { sendGift } from "@/lib/domain/gifts/send";
import { operatorContext } from "@/lib/domain/people/operator";
import { test as base, expect } from "../support/test";
import { openAs } from "./page-actions";
import { transferAbroad } from "./seeded-store";

type SendGift = (amountCents: number, recipientEmail: string) => ReturnType<typeof sendGift>;

/** Sends gifts from a new card of ada@example.com. */
const test = base.extend<{ senderOf: (amountCents: number) => Promise<SendGift> }>({
  senderOf: async ({ merchant, activeCard, api, sql }, use) =>
    use(async (amountCents) => {
      const { uuid } = await activeCard({ amountCents });
      await api.post(`/cards/${uuid}/claim`, { email: "ada@example.com" });
      const [row] = await sql`select owner_id from cards where id = ${uuid}`;
      const from = { cardId: uuid, senderId: row?.owner_id };
      return (givenCents, recipientEmail) =>
        sendGift(operatorContext(merchant.merchantId), {
          ...from,
          amountCents: givenCents,
          recipientEmail,
        });
    }),
});

test("both stores see a transfer to settle", async ({ page, merchant, activeCard, sql }) => {
  const { uuid } = await activeCard({ amountCents: 10_000 });
  const { partner, transfer } = await transferAbroad(merchant, sql, uuid);
  const arrived = `€${(transfer.counterAmountCents / 100).toFixed(2)}`;

  await openAs(page, merchant, "/reports?tab=settlement");
  const lines = page.getByRole("table", { name: "Settlement by month and store" });
  const mine = lines.getByRole("row").filter({ hasText: "You owe them" });
  await expect(mine).toContainText("$50.00");
  await expect(mine).toContainText(arrived);

  await page.goto("/transactions");
  await page.getByRole("row").filter({ hasText: "Transferred out" }).click();
  const panel = page.getByRole("dialog", { name: "Transferred out" });
  await expect(panel).toContainText(`Amount received${arrived}`);
  await expect(panel).toContainText(`1 USD = ${transfer.rate} EUR`);

  await page.context().clearCookies();
  await openAs(page, partner, "/reports?tab=settlement");
  const theirs = lines.getByRole("row").filter({ hasText: "They owe you" });
  await expect(theirs).toContainText("$50.00");
  await expect(theirs).toContainText(arrived);
});

test("pending and returned gifts are shown", async ({ page, merchant, senderOf }) => {
  await openAs(page, merchant, "/reports?tab=gifts");
  await expect(page.getByText("No pending gifts")).toBeVisible();
  await expect(page.getByText("Nothing in escrow.")).toBeVisible();

  const give = await senderOf(10_000);
  await give(2_500, "bob@example.com");
  await page.reload();
  const gift = page.getByRole("row").filter({ hasText: "ada@example.com" });
  await expect(gift).toContainText("bob@example.com");
  await expect(gift).toContainText("Pending");
  await expect(gift).toContainText("$25.00");
  await expect(page.getByText("1 gift in escrow")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(gift.getByText("to bob@example.com")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });

  const { gift: unwanted } = await give(1_500, "cleo@example.com");
  await declineGift(operatorContext(merchant.merchantId), {
    giftId: unwanted.id,
    email: "cleo@example.com",
  });

  await openAs(page, merchant, "/overview");
  const owed = page.getByRole("region", { name: "Outstanding balance" });
  await expect(owed).toContainText("$75.00");
  await expect(owed).toContainText("Plus $25.00 in escrow");
  await owed.getByRole("link", { name: "1 pending gift" }).click();
  await page.getByRole("link", { name: "ada@example.com" }).click();

  const gifts = page.getByRole("region", { name: "Gifts" });
  await expect(gifts.getByRole("row").filter({ hasText: "bob@" })).toContainText("Pending");
  const declined = gifts.getByRole("row").filter({ hasText: "cleo@" });
  await expect(declined).toContainText("Declined");
  await declined.getByRole("link", { name: /Card ending in/ }).click();

  const history = page.getByRole("region", { name: "History" });
  const back = history.getByRole("listitem").filter({ hasText: "Gift returned" });
  await expect(back).toContainText("+$15.00");
  await expect(back).toContainText("Balance after $75.00");
  await expect(back).toContainText("Declined by cleo@example.com");
  await back.locator("summary").first().click();
  await expect(back).toContainText("Status");
  await expect(back).toContainText("Declined");
  await expect(back).toContainText("cleo@example.com");
  const pending = history.getByRole("listitem").filter({ hasText: "$25.00" });
  await pending.locator("summary").first().click();
  await expect(pending).toContainText("Expires");
  await expect(pending).toContainText("bob@example.com");
});
