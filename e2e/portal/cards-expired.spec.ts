import { operatorContext } from "@/lib/merchants/operator";
import { writeOff } from "@/lib/reports/write-off";
import { expectStatus } from "../api/support/expectations";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("wherever a card is named an expired one is called that, and a filter of its own finds it", async ({
  page,
  merchant,
  activeCard,
  api,
  sql,
}) => {
  test.slow();
  const { code } = await activeCard({ amountCents: 700 });
  const credit = { email: "ada@example.com", amountCents: 300, currency: "USD" };
  expectStatus(await api.post("/store-credit", credit), 200);
  await sql`update cards set expires_on = current_date - 3 where merchant_id = ${merchant.merchantId}`;
  await activeCard({ amountCents: 900 });

  await openAs(page, merchant, "/overview");
  const cards = page.getByRole("region", { name: "Cards" });
  await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("1");
  await cards.getByRole("link", { name: /^Expired/ }).click();
  await expect(page).toHaveURL("/cards?status=expired");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const states = page.getByRole("group", { name: "Status" });
  await expect(states.getByRole("button", { name: /^Expired/ })).toContainText("2");
  await states.getByRole("button", { name: /^Active/ }).click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("table")).not.toContainText("Expired");
  await expect(page.getByRole("table")).toContainText("$9.00");

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Find or do anything" }).fill(code.slice(-4));
  await expect(page.getByRole("option", { name: /Card ending in/ })).toContainText("Expired");
  await page.goto("/store-credit");
  await expect(page.getByRole("row").nth(1)).toContainText("Expired");
  await page.goto("/transactions?type=load");
  await page.getByRole("row").filter({ hasText: "$7.00" }).click();
  await expect(page.getByRole("dialog")).toContainText("Expired");
});

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
