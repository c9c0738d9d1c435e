import type { Sql } from "postgres";
import { db } from "@/lib/db/client/client";
import { suppress } from "@/lib/domain/mail/suppressions";
import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { expectAccessible } from "./a11y";
import { checkLedger } from "./ledger-jobs";
import { fillSignIn, openAs } from "./page-actions";

test("sign-in leads to the overview", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 1_250 });
  await api.post("/cards", { currency: "USD" });
  const credit = { email: "ada@example.com", amountCents: 800, currency: "USD", source: "refund" };
  await api.post("/store-credit", credit);
  await page.goto("/sign-in");
  await fillSignIn(page, merchant);
  await expect(page).toHaveURL("/overview");

  const region = (name: string) => page.getByRole("region", { name });
  await expect(region("Outstanding balance")).toContainText("$45.50");
  const activity = region("Issued and redeemed");
  await expect(activity.getByRole("term")).toHaveText([/Issued/, /Redeemed/, /Store credit/]);
  await expect(activity.getByRole("definition")).toHaveText(["$50.00", "$12.50", "$8.00"]);
  await expect(activity.getByText("Issued", { exact: true }).last()).toBeVisible();
  const cards = region("Cards");
  await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("2");
  await expect(cards.getByRole("link", { name: /^Inactive/ })).toContainText("1");
  await expect(region("Webhooks")).toContainText("No webhooks yet");
  await expect(region("Ledger")).toContainText(/Not checked|Balanced/);
  await expect(region("Recent activity").getByRole("row", { name: /−\$12\.50/ })).toBeVisible();
  await cards.getByRole("link", { name: /^Inactive/ }).click();
  await expect(page).toHaveURL("/cards?status=inactive");
});

test("period, currency and table are in the URL", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 345 });
  await activeCard({ amountCents: 700, currency: "JPY" });
  await openAs(page, merchant, "/overview?currency=KWD&period=7d&view=table");
  const activity = page.getByRole("region", { name: "Issued and redeemed" });
  const rows = activity.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toContainText(/12\.345.*0\.345/);
  await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText("12.000");

  await page.getByRole("button", { name: "JPY" }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(rows.nth(1)).toContainText("¥700");
  await activity.getByRole("button", { name: "12 months" }).click();
  await expect(page).toHaveURL(/period=12m/);
  await page.reload();
  await expect(rows).toHaveCount(13);
  await activity.getByRole("button", { name: "Chart" }).click();
  await expect(activity.getByRole("table")).toHaveCount(0);
  await expect(activity.locator("svg").first()).toBeVisible();
});

test("the overview shows an unbalanced ledger", async ({ page, merchant, activeCard, sql }) => {
  const { merchantId } = merchant;
  await activeCard({ amountCents: 500 });
  await sql`insert into card_counts (merchant_id, status, card_type, slot, count)
    values (${merchantId}, 'disabled', 'physical', 7, 3)`;
  await checkLedger(sql, merchantId);
  await openAs(page, merchant, "/overview");
  const ledger = page.getByRole("region", { name: "Ledger" });
  for (const text of [
    "Out of balance",
    "Failed check: card counts match",
    "disabled physical: counted 3, there are 0",
    "1 card and 1 transaction checked",
  ]) {
    await expect(ledger).toContainText(text);
  }
  await sql`delete from card_counts where merchant_id = ${merchantId} and slot = 7 and count = 3`;
  await checkLedger(sql, merchantId);
  await page.reload();
  await expect(ledger).toContainText("Balanced");
  await expect(ledger).toContainText("All balances match the ledger.");
});

test("what needs attention is one line each, with a link to the page that fixes it", async ({
  page,
  merchant,
  sql,
}) => {
  const { merchantId } = merchant;
  const open = async (path = "/overview") => await openAs(page, merchant, path);
  const strip = page.getByRole("region", { name: "Needs attention" });
  await open();
  await expect(strip).toHaveCount(0);

  const shop = await openShop();
  await connectShop(merchant, shop);
  await putEverythingInTrouble(sql, merchantId);
  await open();
  await expect(strip.getByRole("listitem")).toHaveText([
    /The webhook broken\.example\.com\/hook was disabled because deliveries kept failing\./,
    /The API key “Till 9” expires on /,
    /1 card doesn't match your online shop\./,
    /2 emails couldn't be sent in the last 7 days\./,
    /Email to 1 customer bounced in the last 30 days\./,
  ]);
  await expectAccessible(page, "needs attention", { dark: true });
  for (const [name, url] of [
    ["Fix webhook", /\/webhooks\/[0-9a-f-]+$/],
    ["Review API keys", "/settings/api-keys"],
    ["Settle differences", "/reports?tab=reconciliation"],
    ["View emails", "/settings/audit-log?action=mail.failed"],
    ["Review addresses", "/settings/email"],
  ] as const) {
    await strip.getByRole("link", { name }).click();
    await expect(page).toHaveURL(url);
    await page.goto("/overview");
  }
  await openAs(page, await makePerson(merchant, "viewer"), "/overview");
  await expect(strip.getByRole("listitem")).toHaveCount(5);
  await expect(strip.getByRole("link")).toHaveText([
    "View webhook",
    "View API keys",
    "View differences",
  ]);
});

/** A disabled webhook, an expiring key, a card that differs from the shop, failed and bounced email. */
async function putEverythingInTrouble(sql: Sql, merchantId: string) {
  await sql`insert into webhooks (merchant_id, id, url, events, active, disabled_reason, disabled_at, sealed_secret)
    values (${merchantId}, gen_random_uuid(), 'https://broken.example.com/hook', '{card.activated}', false,
      'failures', now(), '')`;
  await sql`insert into api_keys (merchant_id, id, name, shape, scopes, prefix, last4, secret_hash, created_by,
      created_at, expires_at)
    values (${merchantId}, gen_random_uuid(), 'Till 9', 'A', '{cards:read}', 'scrip_live_x', 'wxyz',
      sha256(gen_random_uuid()::text::bytea), 'operator', now() - interval '90 days', now() + interval '3 days')`;
  const [connection] =
    await sql`select id from platform_connections where merchant_id = ${merchantId}`;
  const [card] =
    await sql`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
      status, card_type)
    values (${merchantId}, gen_random_uuid(), gen_random_uuid()::text::bytea, '', 'WXYZ', 'USD', 'active',
      'digital') returning id`;
  await sql`insert into platform_cards (merchant_id, connection_id, card_id, state, reason)
    values (${merchantId}, ${connection?.id}, ${card?.id}, 'failed', 'The shop refused it.')`;
  for (const action of ["mail.failed", "mail.skipped"]) {
    await sql`insert into audit_log (merchant_id, id, actor, action, subject_id)
      values (${merchantId}, first_id_at(now() - interval '1 hour' * length(${action})), 'system', ${action}, 'm')`;
  }
  await suppress(db(), merchantId, "lost@example.com", "bounced");
}
