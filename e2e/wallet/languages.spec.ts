import type { Page } from "@playwright/test";
import commonEn from "@/lib/base/i18n/en/common.json" with { type: "json" };
import walletEn from "@/lib/base/i18n/en/wallet.json" with { type: "json" };
import { type Language, languageOf } from "@/lib/base/i18n/languages";
import { TRANSLATIONS } from "@/lib/base/i18n/messages";
import { unsubscribeLinks } from "@/lib/domain/mail/unsubscribe-link";
import { pagesIn } from "../portal/pages";
import { agreeOnTransfers } from "../support/agreements";
import { mailedLink } from "../support/mailed-link";
import { openStore } from "../support/store";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "./open-wallet";

type Text = string | { [key: string]: Text };

/** The texts of messages, without their values, tags and plurals. */
const textsIn = (text: Text): string[] =>
  typeof text === "string"
    ? text.split(/\{[^{}]*\{.*\}|\{[^{}]*\}|<[^>]*>/).map((part) => part.trim())
    : Object.values(text).flatMap(textsIn);

const SHORTEST_SENTENCE = 12;
const PHONE = { width: 390, height: 844 };
const ENGLISH = [...new Set([...textsIn(commonEn), ...textsIn(walletEn)])].filter(
  (text) => text.length > SHORTEST_SENTENCE,
);

/** What a person sees on the page or hears from a screen reader, and its title. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
    const names = named.flatMap((one) =>
      ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...names].join("\n");
  });

/** The English texts that a language doesn't share. */
function foreignTo(language: Exclude<Language, "en">): string[] {
  const { common = {}, wallet = {} } = TRANSLATIONS[language];
  const own = new Set([...textsIn(common), ...textsIn(wallet)]);
  return ENGLISH.filter((text) => !own.has(text));
}

async function expectTranslated(page: Page, locale: string, where: string) {
  await expect(page.locator("html"), where).toHaveAttribute("lang", locale);
  // By tag, because an open dialog hides the heading from the accessibility tree.
  await expect(page.locator("h1"), where).toBeAttached();
  await expect(page.locator("main [role=status][aria-label]"), where).toHaveCount(0);
  const overflow = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overflow), where).toBe(0);
  const words = await wordsOf(page);
  expect(
    foreignTo(languageOf(locale) as Exclude<Language, "en">).filter((text) => words.includes(text)),
    where,
  ).toEqual([]);
}

/** How each locale writes the amount and the date on the card, and how a person types an amount. */
const LOCALES = [
  {
    locale: "de-AT",
    amount: "€ 1.234,50",
    date: "25.11.2099",
    typed: "1.000,50",
    sent: "€ 1.000,50",
  },
  {
    locale: "fr-FR",
    amount: "1 234,50 €",
    date: "25 nov. 2099",
    typed: "1 000,50",
    sent: "1 000,50 €",
  },
  {
    locale: "es-ES",
    amount: "1234,50 €",
    date: "25 nov 2099",
    typed: "1.000,50",
    sent: "1000,50 €",
  },
];

for (const { locale, amount, date, typed, sent } of LOCALES) {
  test.describe(locale, () => {
    test.use({ locale, viewport: PHONE });
    const language = languageOf(locale) as Exclude<Language, "en">;
    const wallet = TRANSLATIONS[language].wallet ?? walletEn;
    const shown = (text: string) => text.replaceAll(" ", "[\\s\\u00a0\\u202f]");

    test("every customer page is in the browser's language, to the last sentence, and fits a phone", async ({
      page,
      sql,
      api,
      merchant,
      activeCard,
      tolerate,
    }) => {
      tolerate(/status of (400|404)/);
      const [email, recipient] = [randomEmail("sender"), randomEmail("recipient")];
      const { uuid, code } = await activeCard({ amountCents: 123_450, currency: "EUR" });
      await api.post(`/cards/${uuid}/claim`, { email });
      await api.post(`/cards/${uuid}/debit`, { amountCents: 100 });
      await api.post(`/cards/${uuid}/credit`, { amountCents: 100 });
      // Each top-up sets another expiration date.
      await sql`update cards set expires_on = '2099-11-25' where id = ${uuid}`;
      await agreeOnTransfers(sql, merchant.merchantId, (await openStore()).merchantId);

      const visit = async (path: string) => {
        await page.goto(path);
        await expectTranslated(page, locale, path);
      };
      for (const path of [
        "/wallet/sign-in",
        "/wallet/open#token",
        "/wallet/open",
        "/wallet/gift",
      ]) {
        await visit(path);
      }
      await page.goto("/wallet/sign-in");
      await page.getByLabel(wallet.signIn.email).fill(email);
      await page.getByRole("button", { name: wallet.signIn.submit }).click();
      await expect(page.getByLabel(wallet.signIn.sent.code)).toBeVisible();
      await expectTranslated(page, locale, "code of the sign-in email");
      await visit(`/balance/${merchant.slug}`);
      await page.getByLabel(wallet.code.label).fill(code);
      await page.getByRole("button", { name: wallet.balance.submit }).click();
      await expect(page.getByText(new RegExp(shown(amount)))).toBeVisible();
      await expectTranslated(page, locale, "balance");
      await page.getByLabel(wallet.code.label).fill("2222-2222-2222-2222");
      await page.getByRole("button", { name: wallet.balance.submit }).click();
      await expect(page.getByText(wallet.balance.unknownCode)).toBeVisible();
      await expectTranslated(page, locale, "balance of an unknown card");
      const { page: unsubscribe } = unsubscribeLinks({ merchantId: merchant.merchantId, email });
      await visit(new URL(unsubscribe).pathname);
      await page.getByRole("button", { name: wallet.unsubscribe.submit }).click();
      await expect(page.getByText(wallet.unsubscribe.done.text)).toBeVisible();
      await expectTranslated(page, locale, "unsubscribed");
      await visit("/unsubscribe/unknown");

      await openWallet(page, email);
      for (const path of pagesIn("wallet/")) await visit(path.replace("[uuid]", uuid));
      await page.goto(`/wallet/cards/${uuid}`);
      await expect(page.getByText(new RegExp(shown(date)))).toBeVisible();
      await expect(page.getByText(new RegExp(shown(amount))).first()).toBeVisible();
      await page.getByRole("button", { name: wallet.card.showCode }).click();
      await expect(page.getByRole("img", { name: wallet.code.qr })).toBeVisible();
      await expectTranslated(page, locale, "code");
      await page.goto(`/wallet/cards/${crypto.randomUUID()}`);
      await expect(page.getByText(wallet.card.missing.title)).toBeVisible();
      await expectTranslated(page, locale, "a card that isn't in the wallet");

      await page.goto("/wallet/account");
      await page.getByRole("button", { name: wallet.account.access.create }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTranslated(page, locale, "access code");
      await page.goto("/wallet/claim");
      await page.getByRole("button", { name: wallet.claim.submit }).click();
      await expect(page.getByText(wallet.code.missing)).toBeVisible();
      await expectTranslated(page, locale, "claim without a code");

      await page.goto(`/wallet/cards/${uuid}/gift`);
      await page.getByRole("button", { name: wallet.gift.submit }).click();
      await expect(page.locator("[aria-invalid]")).toHaveCount(2);
      await expectTranslated(page, locale, "gift with errors");
      await page.getByLabel(wallet.amount.label).fill(typed);
      // The sender's own address, which the server refuses.
      await page.getByLabel(wallet.gift.email).fill(email);
      await page.getByRole("button", { name: wallet.gift.submit }).click();
      const send = page.getByRole("button", {
        name: new RegExp(`^${shown(wallet.gift.confirmation.submit.replace("{amount}", sent))}$`),
      });
      await expectTranslated(page, locale, "gift to confirm");
      await send.click();
      await expect(page.getByText(wallet.refusals.fields.recipientEmail)).toBeVisible();
      await expectTranslated(page, locale, "gift refused by the server");
      await page.getByLabel(wallet.gift.email).fill(recipient);
      await page.getByRole("button", { name: wallet.gift.submit }).click();
      await send.click();
      await page.getByRole("link", { name: wallet.gift.sent.gifts }).click();
      await expect(page.getByText(wallet.gifts.states.pending)).toBeVisible();
      await expectTranslated(page, locale, "gifts");
      await page.goto(await mailedLink(sql, recipient));
      await page.getByRole("button", { name: wallet.offer.decline.button }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTranslated(page, locale, "gift to decline");
    });
  });
}

test("a person's own choice of language comes first, stays, and follows them to another browser", async ({
  page,
  browser,
  sql,
}) => {
  const email = randomEmail();
  await openWallet(page, email);
  await page.getByRole("contentinfo").getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { name: "Ihre Karten" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page).toHaveTitle(/^Ihre Karten/);

  const context = await browser.newContext({ locale: "fr-FR" });
  const other = await context.newPage();
  await other.goto("/wallet/sign-in");
  await expect(other.locator("html")).toHaveAttribute("lang", "fr-FR");
  await other.getByLabel("E-mail").fill(randomEmail());
  await openWallet(other, email);
  await expect(other.getByRole("heading", { name: "Ihre Karten" })).toBeVisible();
  await context.close();
  const [row] = await sql`select language from consumers where email = ${email}`;
  expect(row?.language).toBe("de");

  // A later choice elsewhere comes before this browser's own.
  await sql`update consumers set language = 'es' where email = ${email}`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sus tarjetas" })).toBeVisible();
  await page.goto("/wallet/account");
  await expect(page.getByRole("combobox")).toHaveCount(1);
});

test("a link's page keeps its link when the language changes", async ({ page }) => {
  await page.goto("/wallet/open#token");
  await expect(page.getByRole("button", { name: "Open wallet" })).toBeEnabled();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Español" }).click();
  await expect(page.getByRole("button", { name: "Abrir cartera" })).toBeEnabled();
});
