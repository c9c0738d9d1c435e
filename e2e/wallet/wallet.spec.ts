import type { Page } from "@playwright/test";
import { checkLedger } from "../portal/ledger-jobs";
import { agreeOnTransfers } from "../support/agreements";
import { type ApiClient, apiClient, makeActiveCard } from "../support/client";
import { mailedCode, mailedLink } from "../support/mailed-link";
import { makeStore, nameOf } from "../support/store";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "./open-wallet";

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a mailed link as a person does: the page first, then its button. */
async function openLink(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole("button", { name: "Open wallet" }).click();
}

/** Requests a sign-in link for the email in the form, or for another one. */
async function requestLink(page: Page, email?: string) {
  if (email) await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

test("an invited consumer sees the card and its note, signs in, adds a card and signs out", {
  tag: "@journey",
}, async ({ page, sql, merchant, api, activeCard, tolerate }) => {
  // A used link, an unknown code, and what the account page still asks for while it signs out.
  tolerate(/status of 40[014]/);
  const email = randomEmail("invited");
  const { uuid, code } = await activeCard({ amountCents: 2_500 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 700, note: "Two loaves of rye" });
  const printed = await activeCard({ amountCents: 1_900 });
  await api.post(`/cards/${uuid}/claim`, { email });

  const invitation = await mailedLink(sql, email);
  // A mail scanner that fetches the page doesn't use up the link.
  expect((await fetch(invitation)).status).toBe(200);
  await openLink(page, invitation);
  await expect(page.getByRole("heading", { name: nameOf(merchant) })).toBeVisible();
  await expect(page.getByText("$18.00").first()).toBeVisible();
  await expect(page.getByText("Two loaves of rye")).toBeVisible();
  await expect(page).toHaveURL(`/wallet/cards/${uuid}`);
  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByRole("img", { name: "The card's code as a QR code" })).toBeVisible();
  await expect(page.getByText(code.replaceAll("-", " "))).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Sign in to see all your cards" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await requestLink(page);
  const signIn = await mailedLink(sql, email);
  await openLink(page, signIn);
  await expect(page.getByRole("heading", { name: "Your cards" })).toBeVisible();
  await page.getByRole("link", { name: "Add card" }).click();
  await page.getByLabel("Card code").fill("2222 2222 2222 2222");
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await expect(page.getByText("No card has this code.")).toBeVisible();
  await expect(page.getByLabel("PIN")).toBeVisible();
  await page.getByLabel("Card code").fill(printed.code.toLowerCase());
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await expect(page).toHaveURL(`/wallet/cards/${printed.uuid}`);
  expect((await api.get(`/cards/${printed.uuid}`)).body.ownerEmail).toBe(email);
  await page.getByRole("link", { name: "Your cards" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out on this device" }).click();
  await expect(page).toHaveURL("/wallet/sign-in");
  await page.goto("/wallet");
  await expect(page.getByRole("heading", { name: "Open your wallet" })).toBeVisible();

  await openLink(page, signIn);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Get a new link" }).click();
  await requestLink(page, email.toUpperCase());
  await page.getByLabel("6-digit code").fill("12345");
  await page.getByRole("button", { name: "Open wallet" }).click();
  await expect(page.getByText("Enter the 6 digits from the email.")).toBeVisible();
  const right = await mailedCode(sql, email);
  await page.getByLabel("6-digit code").fill(String((Number(right) + 1) % 1e6).padStart(6, "0"));
  await page.getByRole("button", { name: "Open wallet" }).click();
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await page.getByLabel("6-digit code").fill(right);
  await page.getByRole("button", { name: "Open wallet" }).click();
  await expect(page.getByText("$37.00 in total")).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(2);
});

const typesOf = async (till: ApiClient, uuid: string) =>
  (await till.get(`/cards/${uuid}`)).body.transactions.map(
    ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
  );

const balanceOf = async (till: ApiClient, uuid: string) =>
  (await till.get(`/cards/${uuid}/balance`)).body.balanceCents;

test("a gift is sent and accepted, and the books balance", { tag: "@journey" }, async ({
  page,
  browser,
  sql,
  merchant,
  api,
  activeCard,
}) => {
  const [ada, bob] = [randomEmail("ada"), randomEmail("bob")];
  const { uuid } = await activeCard({ amountCents: 4_000 });
  await api.post(`/cards/${uuid}/claim`, { email: ada });
  await openWallet(page, ada);
  await page.getByRole("link", { name: "$40.00" }).click();
  await page.getByRole("link", { name: "Send as a gift" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("20");
  await page.getByLabel("Recipient's email").fill(bob);
  await page.getByLabel("Message").fill("Happy birthday");
  await page.getByText("Thank you", { exact: true }).click();
  await page.getByRole("button", { name: "Review gift" }).click();
  await page.getByRole("button", { name: "Send $20.00" }).click();
  await page.getByRole("link", { name: "View sent gifts" }).click();
  await expect(page.getByRole("heading", { name: "Gifts you sent" })).toBeVisible();
  await expect(page.getByText("Pending")).toBeVisible();

  const context = await browser.newContext();
  const bobs = await context.newPage();
  const link = await mailedLink(sql, bob);
  await bobs.goto(link);
  await expect(bobs.getByText("Happy birthday")).toBeVisible();
  await bobs.getByRole("button", { name: "Accept gift" }).click();
  await expect(bobs).toHaveURL(/\/wallet\/cards\//);
  await expect(bobs.getByText("$20.00").first()).toBeVisible();
  await expect(bobs.getByText(`Gift from ${ada}`)).toBeVisible();
  await expect(bobs.getByText("Happy birthday")).toBeVisible();
  await expect(bobs.getByText("Thank you")).toBeVisible();
  await bobs.goto(link);
  await expect(bobs.getByText("This gift was accepted")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText("Accepted")).toBeVisible();
  expect(await typesOf(api, uuid)).toEqual(["gift_sent completed", "load completed"]);
  expect(await balanceOf(api, uuid)).toBe(2_000);
  expect(await checkLedger(sql, merchant.merchantId)).toEqual([]);
});

test("a transfer to another store's currency shows its rate, and both books balance", {
  tag: "@journey",
}, async ({ page, sql, merchant, api, activeCard }) => {
  const ada = randomEmail("ada");
  const { uuid } = await activeCard({ amountCents: 2_000 });
  await api.post(`/cards/${uuid}/claim`, { email: ada });
  const other = await makeStore({ currency: "EUR" });
  const there = apiClient(other.keyA);
  const theirs = await makeActiveCard(there, { amountCents: 500, currency: "EUR" });
  await agreeOnTransfers(sql, merchant.merchantId, other.merchantId);

  await openWallet(page, ada, `/wallet/cards/${uuid}`);
  await page.getByRole("link", { name: "Transfer to another store" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("20");
  await page.getByLabel("Other card's code").fill(theirs.code);
  await page.getByRole("button", { name: "Review transfer" }).click();
  await expect(page.getByText(`To ${nameOf(other)}, card ending in`)).toBeVisible();
  await expect(page.getByText("European Central Bank rate")).toBeVisible();
  // The rates that ship with the product are from 2024.
  await expect(page.getByText(/This rate is \d+ days old/)).toBeVisible();
  await page.getByRole("button", { name: "Transfer $20.00" }).click();
  await expect(page.getByText(`transferred to ${nameOf(other)}`)).toBeVisible();

  expect(await typesOf(api, uuid)).toEqual(["transfer_out completed", "load completed"]);
  expect(await typesOf(there, theirs.uuid)).toEqual(["transfer_in completed", "load completed"]);
  expect(await balanceOf(api, uuid)).toBe(0);
  expect(await balanceOf(there, theirs.uuid)).toBeGreaterThan(500);
  for (const { merchantId } of [merchant, other]) {
    expect(await checkLedger(sql, merchantId)).toEqual([]);
  }
});
