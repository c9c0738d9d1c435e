import { randomBytes } from "node:crypto";
import { expectSound } from "../portal/sound";
import { expect, test } from "../support/test";
import { openWallet } from "./open-wallet";

test("the pages of gifts and transfers are sound from phone to desk, light and dark", async ({
  page,
  sql,
  api,
  merchant,
  activeCard,
}) => {
  test.setTimeout(300_000);
  const unique = randomBytes(5).toString("hex");
  const [sender, recipient] = [`sender-${unique}@example.com`, `recipient-${unique}@example.com`];
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/claim`, { email: sender });
  await sql`update merchants set transfers_enabled = true where id = ${merchant.merchantId}`;
  await openWallet(page, sql, sender);
  await page.goto(`/wallet/cards/${uuid}/transfer`);
  await expect(page.getByRole("button", { name: "See what arrives" })).toBeEnabled();
  await expectSound(page, "transfer");

  await page.goto(`/wallet/cards/${uuid}/gift`);
  await page.getByRole("button", { name: "Send the gift" }).click();
  await expect(page.getByText("Enter an amount.")).toBeVisible();
  await expectSound(page, "gift, with errors");
  await page.getByRole("textbox", { name: "Amount" }).fill("12,50");
  await page.getByLabel("Their e-mail address").fill(recipient);
  await page.getByLabel("Message").fill("Happy birthday, and enjoy the books.");
  await page.getByRole("button", { name: "Send the gift" }).click();
  await expect(page.getByText("Waiting")).toBeVisible();
  await expectSound(page, "gifts sent");

  const [mail] = await sql`select payload->>'link' as link from outbox
    where payload->>'to' = ${recipient}`;
  await page.goto(mail?.link);
  await expect(page.getByRole("button", { name: "Accept the gift" })).toBeVisible();
  await expectSound(page, "gift offered");
  await page.getByRole("button", { name: "Decline, and send it back" }).click();
  await expect(page.getByText("You declined this gift")).toBeVisible();
  await page.goto("/wallet/gifts");
  await expect(page.getByText("Declined, money back")).toBeVisible();
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(5_000);
});
