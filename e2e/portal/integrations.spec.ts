import { batchWorker } from "@/lib/domain/batches/work";
import { connectShop, pollNow } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { expect, test } from "../support/test";
import { openAs } from "./page-actions";

const path = "/settings/integrations";
const SCOPES = ["read_gift_cards", "write_gift_cards"];

test("a shop needs a valid token", async ({ page, merchant, activeCard, sql, tolerate }) => {
  tolerate(/status of 400/);
  const shop = await openShop({ name: "Corner Shop" });
  await openAs(page, merchant, path);
  await page.getByRole("button", { name: "Connect Shopify" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Shopify" });
  const [domain, token] = [dialog.getByLabel("Shop domain"), dialog.getByLabel(/access token/)];
  const send = () => dialog.getByRole("button", { name: "Connect" }).click();
  await send();
  await expect(domain).toHaveAccessibleDescription("Enter the shop's domain.");

  await domain.fill("shop.example.com");
  await token.fill(shop.token);
  await send();
  await expect(domain).toHaveAccessibleDescription(/^The address must be the shop's domain/);

  await domain.fill(`https://${shop.address}/admin`);
  await token.fill("shpat_wrong");
  await send();
  await expect(token).toHaveAttribute("aria-invalid", "true");

  await shop.setScopes(SCOPES);
  await token.fill(shop.token);
  await send();
  await expect(token).toHaveAccessibleDescription(/write_gift_card_transactions/);
  await expect(token).toHaveAttribute("type", "password");

  await shop.setScopes([...SCOPES, "read_gift_card_transactions", "write_gift_card_transactions"]);
  await send();
  const connection = page.getByRole("region", { name: "Corner Shop", exact: true });
  await expect(connection).toContainText("Connected");
  await expect(connection).toContainText(shop.address);
  await expect(page.getByText("Corner Shop connected")).toBeVisible();
  expect(await page.content()).not.toContain(shop.token);

  await shop.setToken("shpat_new");
  const { code } = await activeCard({ amountCents: 2_500 });
  await pollNow(sql, merchant.merchantId);
  await page.reload();
  await expect(page.getByText("Corner Shop is rejecting all requests.")).toBeVisible();
  await page.getByRole("button", { name: "Replace token" }).click();
  const replacing = page.getByRole("dialog", { name: "Replace the token for Corner Shop" });
  await replacing.getByLabel(/access token/).fill("shpat_new");
  await replacing.getByRole("button", { name: "Replace token" }).click();
  await expect(replacing).toHaveCount(0);
  await expect(connection).toContainText("Connected");
  const there = async () => (await shop.card(code))?.balanceCents;
  await expect.poll(there).toBe(2_500);
});

test("the shop gets activated cards and batches", async ({ page, merchant, api, activeCard }) => {
  const before = await activeCard({ amountCents: 4_000 });
  const wanted = { name: "Spring", quantity: 2, currency: "USD", cardType: "physical" };
  const { id: batchId } = (await api.post("/batches", { ...wanted, amountCents: 1_000 })).body;
  await batchWorker.runDue();
  for (const { uuid } of (await api.get(`/cards?batchId=${batchId}`)).body.cards) {
    await api.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
  }
  await openAs(page, merchant, `/cards/${before.uuid}`);
  await expect(page.getByRole("button", { name: "Redeem" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^In / })).toHaveCount(0);
  await page.goto("/reports");
  await expect(page.getByRole("link", { name: "Journal" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reconciliation" })).toHaveCount(0);

  const shop = await openShop();
  await connectShop(merchant, shop);
  const after = await activeCard({ amountCents: 2_500 });
  await page.goto(`/cards/${after.uuid}`);
  const there = page.getByRole("region", { name: "In A shop" });
  await expect(there).toContainText("Created");
  await expect(there).toContainText("$25.00");
  expect(await shop.card(after.code)).toMatchObject({ balanceCents: 2_500 });

  await page.goto(`/cards/${before.uuid}`);
  await expect(there).toContainText("can't be redeemed there yet");
  expect(await shop.card(before.code)).toBeNull();
  await there.getByRole("button", { name: "Create in shop" }).click();
  await expect(there).toContainText("$40.00");
  expect(await shop.card(before.code)).toMatchObject({ balanceCents: 4_000 });

  await page.goto(`/batches/${batchId}`);
  await expect(there).toContainText("0 of 2 cards can be redeemed there.");
  await expect(there.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
  await there.getByRole("button", { name: "Create in shop" }).click();
  await expect(there).toContainText("2 cards can be redeemed there.");

  const { body: euro } = await api.post("/cards", { currency: "EUR" });
  await api.post(`/cards/${euro.uuid}/activate`, { amountCents: 1_000 });
  await page.goto(`/cards/${euro.uuid}`);
  await expect(there).toContainText("but the shop sells in USD");
  await expect(there.getByRole("button")).toHaveCount(0);
  await page.goto(path);
  const counts = page.getByRole("region", { name: "Cards in A shop" });
  for (const text of ["Created4", "Failed0", "In another currency1", "DifferencesNone"]) {
    await expect(counts).toContainText(text);
  }

  await page.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect A shop" });
  await expect(dialog).toContainText("4 cards can still be redeemed in the shop");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("button", { name: "Connect Shopify" })).toBeVisible();
  const kept = { balanceCents: 2_500, enabled: true };
  expect(await shop.card(after.code)).toMatchObject(kept);
  await page.goto(`/cards/${after.uuid}`);
  await expect(page.getByRole("heading", { name: /Card ending in/ })).toBeVisible();
  await expect(there).toHaveCount(0);
});
