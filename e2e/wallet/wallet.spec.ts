import type { Page } from "@playwright/test";
import { agreeOnTransfers } from "../support/agreements";
import { type ApiClient, makeActiveCard } from "../support/client";
import { expect, test } from "../support/test";
import { linkIn, type OwnInstance, startOwnInstance } from "./own-instance";

test.describe.configure({ mode: "serial" });
test.use({ viewport: { width: 390, height: 844 } });

let instance: OwnInstance;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  instance = await startOwnInstance();
});
test.afterAll(async () => instance.stop());

const EMAIL = "ada.wallet@example.com";

/** Creates an active card of the demo store with one redemption. */
async function soldCard(amountCents: number) {
  const till = instance.till(instance.demo.apiKey);
  const { uuid, code } = await makeActiveCard(till, { amountCents });
  await till.post(`/cards/${uuid}/debit`, { amountCents: 700, note: "Two loaves of rye" });
  return { uuid, code };
}

/** Opens a mailed link as a person does: the page first, then its button. */
async function openLink(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole("button", { name: "Open wallet" }).click();
}

test("an invited consumer sees the card and its note", async ({ page, tolerate }) => {
  test.setTimeout(120_000);
  tolerate(new RegExp(`request to another host: ${instance.url}/`));
  const [given, printed] = [await soldCard(2_500), await soldCard(1_900)];
  await instance.till(instance.demo.apiKey).post(`/cards/${given.uuid}/claim`, { email: EMAIL });

  const invitation = await instance.mailTo(EMAIL, /gift card from Juniper Street Books/);
  const link = linkIn(invitation);
  expect(link).toMatch(new RegExp(`^${instance.url}/wallet/open#`));
  expect(invitation.html).toContain(`href="${link}"`);
  expect(invitation.html).toContain("$18.00");
  // Only the store's logo is loaded, from this instance.
  const withoutLogo = String(invitation.html).replace(
    /<(img|link)\b[^>]*\/api\/store-logos\/[^>]*>/g,
    "",
  );
  expect(withoutLogo).not.toMatch(/<(img|link|script)\b|url\(/);
  // A mail scanner that fetches the page doesn't use up the link.
  expect((await fetch(link)).status).toBe(200);

  await openLink(page, link);
  await expect(page.getByRole("heading", { name: "Juniper Street Books" })).toBeVisible();
  await expect(page.getByText("$18.00").first()).toBeVisible();
  await expect(page.getByText("Two loaves of rye")).toBeVisible();
  expect(page.url()).toBe(`${instance.url}/wallet/cards/${given.uuid}`);

  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByRole("img", { name: "The card's code as a QR code" })).toBeVisible();
  await expect(page.getByText(given.code.replaceAll("-", " "))).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Sign in to see all your cards" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(EMAIL);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await openLink(page, linkIn(await instance.mailTo(EMAIL, /Sign in to your wallet/)));
  await expect(page.getByRole("heading", { name: "Your cards" })).toBeVisible();

  await page.getByRole("link", { name: "Add card" }).click();
  await page.getByLabel("Card code").fill("2222 2222 2222 2222");
  await page.getByRole("button", { name: "Add to wallet" }).click();
  tolerate(/status of 404/);
  await expect(page.getByText("No card has this code.")).toBeVisible();
  await page.getByLabel("Card code").fill(printed.code.toLowerCase());
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await expect(page).toHaveURL(`${instance.url}/wallet/cards/${printed.uuid}`);
  await page.getByRole("link", { name: "Your cards" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(2);
});

test("a used link offers another one, and sign-out works", async ({ page, tolerate }) => {
  tolerate(new RegExp(`request to another host: ${instance.url}/`));
  tolerate(/status of 400/);
  // What the account page still asks for while it signs out.
  tolerate(/status of 401/);
  const used = linkIn(await instance.mailTo(EMAIL, /Sign in to your wallet/));
  await openLink(page, used);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Get a new link" }).click();
  const before = instance.inbox.length;
  await page.getByLabel("Email").fill(EMAIL.toUpperCase());
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await instance.sendMails();
  await expect.poll(() => instance.inbox.length, { timeout: 30_000 }).toBe(before + 1);
  await openLink(page, linkIn(await instance.mailTo(EMAIL, /Sign in to your wallet/)));
  await expect(page.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out on this device" }).click();
  await expect(page).toHaveURL(`${instance.url}/wallet/sign-in`);
  await page.goto(`${instance.url}/wallet`);
  await expect(page.getByRole("heading", { name: "Open your wallet" })).toBeVisible();
});

/** Creates another store with a card in euros. */
async function euroCard() {
  const store = instance.scrip(
    ...["merchant", "create", "--name", "Librairie du Port", "--currency", "EUR"],
    ...["--email", "owner@port.example", "--password", "a long enough password"],
  );
  const { key } = instance.scrip("key", "create", "--merchant", store.slug, "--name", "Till");
  const till = instance.till(key);
  const { uuid, code } = await makeActiveCard(till, { amountCents: 500, currency: "EUR" });
  return { till, uuid, code, merchantId: store.merchantId as string };
}

test("a gift and a transfer between currencies balance", async ({ page, browser, tolerate }) => {
  test.setTimeout(180_000);
  tolerate(new RegExp(`request to another host: ${instance.url}/`));
  const [ada, bob] = ["ada.gifts@example.com", "bob.gifts@example.com"];
  const card = await soldCard(4_700);
  const home = instance.till(instance.demo.apiKey);
  await home.post(`/cards/${card.uuid}/claim`, { email: ada });
  const away = await euroCard();
  const [demo] = await instance.sql`select merchant_id as id from cards where id = ${card.uuid}`;
  await agreeOnTransfers(instance.sql, demo?.id, away.merchantId);

  await page.goto(`${instance.url}/wallet/sign-in`);
  await page.getByLabel("Email").fill(ada);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await openLink(page, linkIn(await instance.mailTo(ada, /Sign in to your wallet/)));
  await page.getByRole("link", { name: "$40.00" }).click();
  await page.getByRole("link", { name: "Send as a gift" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("20");
  await page.getByLabel("Recipient's email").fill(bob);
  await page.getByLabel("Message").fill("Happy birthday");
  await page.getByRole("button", { name: "Review gift" }).click();
  await page.getByRole("button", { name: "Send $20.00" }).click();
  await page.getByRole("link", { name: "View sent gifts" }).click();
  await expect(page.getByRole("heading", { name: "Gifts you sent" })).toBeVisible();
  await expect(page.getByText("Pending")).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const bobs = await context.newPage();
  const mail = await instance.mailTo(bob, /sent you a gift card for Juniper Street Books/);
  await bobs.goto(linkIn(mail));
  await expect(bobs.getByText("Happy birthday")).toBeVisible();
  await bobs.getByRole("button", { name: "Accept gift" }).click();
  await expect(bobs).toHaveURL(/\/wallet\/cards\//);
  await expect(bobs.getByText("$20.00").first()).toBeVisible();
  await bobs.goto(linkIn(mail));
  await expect(bobs.getByText("This gift was accepted")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText("Accepted")).toBeVisible();
  await page.goto(`${instance.url}/wallet/cards/${card.uuid}`);
  await page.getByRole("link", { name: "Transfer to another store" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("20");
  await page.getByLabel("Other card's code").fill(away.code);
  const reviewTransfer = page.getByRole("button", { name: "Review transfer" });
  await reviewTransfer.click();
  await expect(page.getByText("To Librairie du Port, card ending in")).toBeVisible();
  await expect(page.getByText("European Central Bank rate")).toBeVisible();
  // The rates that ship with the product are from 2024.
  await expect(page.getByText(/This rate is \d+ days old/)).toBeVisible();
  await instance.sql`insert into fx_rates (day, currency, per_euro)
    select current_date, currency, per_euro from fx_rates
    where day = (select max(day) from fx_rates)`;
  await page.getByRole("button", { name: "Edit details" }).click();
  await reviewTransfer.click();
  await expect(page.getByText("To Librairie du Port, card ending in")).toBeVisible();
  await expect(page.getByText(/days old/)).toHaveCount(0);
  await page.getByRole("button", { name: "Transfer $20.00" }).click();
  await expect(page.getByText(/transferred to Librairie du Port/)).toBeVisible();

  const read = async (till: ApiClient, uuid: string) => (await till.get(`/cards/${uuid}`)).body;
  const typesOf = async (till: ApiClient, uuid: string) =>
    (await read(till, uuid)).transactions.map(
      ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
    );
  expect(await typesOf(home, card.uuid)).toEqual([
    "transfer_out completed",
    "gift_sent completed",
    "spend completed",
    "load completed",
  ]);
  expect(await typesOf(away.till, away.uuid)).toEqual(["transfer_in completed", "load completed"]);
  expect((await read(home, card.uuid)).balanceCents).toBe(0);
  expect((await read(away.till, away.uuid)).balanceCents).toBeGreaterThan(500);
  expect(instance.scrip("ledger", "verify")).toMatchObject({ ok: true, problems: [] });
});
