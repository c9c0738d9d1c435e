import { operatorContext } from "@/lib/merchants/operator";
import { writeOff } from "@/lib/reports/write-off";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("an expired card says so, and is topped up but not redeemed; what is written off is told as that", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  test.slow();
  const { uuid } = await activeCard({ amountCents: 1_000 });
  await sql`update cards set expires_on = current_date - 3 where id = ${uuid}`;
  await openAs(page, merchant, "/cards");
  await expect(page.getByRole("row").nth(1)).toContainText("Expired");
  await page.goto(`/cards/${uuid}`);
  await expect(page.getByText("This card expired: its balance of $10.00")).toBeVisible();
  await expect(page.getByRole("button", { name: "Redeem" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Top up" })).toBeEnabled();
  await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
  await expectSound(page, "an expired card");

  await writeOff(operatorContext(merchant.merchantId), { cardIds: [uuid] });
  await page.reload();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText(/Written off.*−\$10\.00/);
  await expect(history).not.toContainText("Redeemed");
  await expect(page.getByText("it is empty")).toBeVisible();
});
