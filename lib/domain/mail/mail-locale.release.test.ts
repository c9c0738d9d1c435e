import { expect, test } from "vitest";
import { CUSTOMER_LANGUAGES, type Language } from "@/lib/base/i18n/languages";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { storeWithPeople } from "@/lib/testing/portal";
import { consumerWithWallet, uniqueEmail } from "@/lib/testing/wallet";
import { renderMail } from "./send-mails";

const LINK = "http://localhost:3000/wallet/open#token";

/** A customer's emails of each kind from a store in this language, as they are sent. */
async function mailsFrom(language: Language, to = uniqueEmail()) {
  const { merchantId } = await storeWithPeople({ language });
  const ids = { merchantId, cardId: "c", giftId: "g" };
  const amounts = { amountCents: 123_450, balanceCents: 123_450, currency: "EUR" };
  const mail = { ...ids, ...amounts, to, storeName: "Corner Bakery", link: LINK };
  const settled = { template: "gift_settled", recipientEmail: "bob@example.org", onNewCard: true };
  const payloads = [
    { ...mail, template: "card_invitation" },
    { ...mail, template: "store_credit", note: "Merci!" },
    { ...mail, template: "gift", senderEmail: "bob@example.org", message: "Enjoy" },
    ...["accepted", "declined", "expired"].map((outcome) => ({ ...mail, ...settled, outcome })),
    { template: "sign_in", to, link: LINK, language },
  ];
  return await Promise.all(payloads.map((payload) => renderMail({ id: "m", payload })));
}

/** What only this language's emails say, in the order of mailsFrom(). */
const WORDS: Record<Language, RegExp[]> = {
  en: [/gift card/, /store credit/, /sent you/, /accepted/, /declined/, /didn't accept/, /ignore/],
  de: [
    /Geschenkkarte/,
    /gutgeschrieben/,
    /schenkt Ihnen/,
    /angenommen/,
    /abgelehnt/,
    /nicht angenommen/,
    /angefordert/,
  ],
  fr: [
    /carte cadeau/,
    /avoir/,
    /vous offre/,
    /a accepté/,
    /a refusé/,
    /n’a pas accepté/,
    /demande/,
  ],
  es: [
    /tarjeta regalo/,
    /saldo a favor/,
    /le ha enviado/,
    /ha aceptado/,
    /ha rechazado/,
    /no ha aceptado/,
    /solicitado/,
  ],
};

const AMOUNTS: Record<Language, string> = {
  en: "€1,234.50",
  de: "1.234,50 €",
  fr: "1 234,50 €",
  es: "1234,50 €",
};

/** Without non-breaking spaces and HTML entities, so that texts compare in both forms. */
const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]|&nbsp;|&#x202F;/gi, " ").replaceAll("&#x27;", "'");

test.each(CUSTOMER_LANGUAGES)(
  "emails to customers are in the store's language, as text and HTML: %s",
  async (language) => {
    const mails = await mailsFrom(language);
    mails.forEach(({ subject, text, html }, n) => {
      const isSignIn = n === mails.length - 1;
      for (const form of [plain(text), plain(html)]) {
        expect(form).toMatch(WORDS[language][n] ?? /never/);
        if (!isSignIn) expect(form).toContain(AMOUNTS[language]);
      }
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}(-US)?"`));
      if (language === "en") return;
      expect(`${subject} ${text} ${html}`).not.toMatch(/\b(gift card|your|you|this|the link)\b/i);
    });
  },
);

test("a language that the customer chose comes before the store's", async () => {
  const { email, post } = await consumerWithWallet();
  const [before] = await mailsFrom("de", email);
  expect(before?.subject).toBe("Ihre Geschenkkarte von Corner Bakery");
  expect((await post("/language", { language: "fr" })).status).toBe(200);
  const [after] = await mailsFrom("de", email);
  expect(after?.subject).toBe("Votre carte cadeau Corner Bakery");
});

test("emails to a store's team are in English, whatever its language", async () => {
  const { merchantId, owner } = await storeWithPeople({ language: "de" });
  const link = "http://localhost:3000/invitation#token";
  const payload = {
    template: "team_invitation",
    to: owner.email,
    storeName: "Bäckerei",
    invitedBy: "Ada",
    role: "manager",
    link,
  };
  const { subject, text } = await renderMail({ id: "m", payload: { ...payload, merchantId } });
  expect(subject).toBe("Join Bäckerei on Scrip");
  expect(text).toContain("Ada invited you to join the Bäckerei team as a manager.");
});

test("a sign-in link is in the language of the page where it was requested", async () => {
  const { post } = await consumerWithWallet();
  const email = uniqueEmail();
  expect((await post("/sign-in", { email, language: "es" })).status).toBe(202);
  const rows = await inEachBucket(
    () => pg()<{ id: string; payload: Record<string, unknown> }[]>`
      select id, payload from outbox where payload ->> 'to' = ${email}`,
  );
  const [row] = rows.flat();
  if (!row) throw new Error("no email was queued");
  expect((await renderMail(row)).subject).toBe("Inicie sesión en su cartera");
});
