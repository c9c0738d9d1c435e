import { env } from "@/lib/base/config/env";
import { DESIGN_COLORS, DESIGN_INK, designOf } from "@/lib/base/gift-designs";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { type Texts, textsOf } from "@/lib/base/i18n/texts";
import { localizedMoney } from "@/lib/base/money";
import { unsealMailed } from "@/lib/ledger/post/sealed-link";
import { Mail } from "./mail";
import type { MailContent, MailLanguage, MailSender } from "./mail-content";
import { isConsumerMail } from "./store-mail";
import { TEAM_TEMPLATES } from "./team-templates";
import { unsubscribeLinks } from "./unsubscribe-link";
import { safeEmail, safeName, safeNote } from "./user-text";

type Template<Of> = (mail: Of, language: MailLanguage) => Omit<MailContent, "locale">;
type Templates = { [Name in Mail["template"]]: Template<Extract<Mail, { template: Name }>> };

const TEMPLATES: Templates = {
  ...TEAM_TEMPLATES,
  card_invitation: ({ storeName, balanceCents, currency, link }, { t, money }) => {
    const amount = balanceCents && currency ? money(balanceCents, currency) : null;
    const store = storeName ? safeName(storeName) : null;
    const received = amount ? "amountReceived" : "received";
    return {
      subject: store ? t("cardInvitation.subjectFrom", { store }) : t("cardInvitation.subject"),
      paragraphs: [
        t(`cardInvitation.${store ? (`${received}For` as const) : received}`, {
          ...(amount && { amount }),
          ...(store && { store }),
        }),
      ],
      ...(store && { card: { storeName: store, amount } }),
      action: { label: t("cardInvitation.action"), link: absoluteUrl(link ?? "/wallet") },
      closing: [t("cardInvitation.opensOnce", { url: walletUrl() }), t("cardInvitation.anyone")],
    };
  },
  store_credit: (mail, { t, money }) => {
    const { amountCents, balanceCents, currency, note, link } = mail;
    const store = safeName(mail.storeName);
    const [amount, balance] = [money(amountCents, currency), money(balanceCents, currency)];
    const isNew = link !== "/wallet";
    return {
      subject: t("storeCredit.subject", { amount, store }),
      paragraphs: [
        t("storeCredit.added", { store, amount }),
        t("storeCredit.balance", { amount: balance }),
      ],
      card: { storeName: store, amount: balance },
      ...(note && { quote: { from: store, text: safeNote(note) } }),
      action: { label: t("storeCredit.action"), link: absoluteUrl(link) },
      closing: isNew
        ? [t("storeCredit.opensOnce", { url: walletUrl() }), t("storeCredit.anyone")]
        : [t("storeCredit.signIn")],
    };
  },
  receipt: (mail, { t, money }) => {
    const { number, kind, amountCents, remainingAmountCents, balanceAfterCents, currency } = mail;
    const store = safeName(mail.storeName);
    const row = (label: string, cents: number) => ({
      label,
      amount: money(cents, currency),
      change: null,
    });
    return {
      subject: t("receipt.subject", { store }),
      paragraphs: [t("receipt.text", { store })],
      tables: [
        {
          caption: t("receipt.caption", { last4: mail.last4 }),
          rows: [
            row(t(`receipt.kind.${kind}`), amountCents),
            ...(remainingAmountCents ? [row(t("receipt.remaining"), remainingAmountCents)] : []),
            row(t("receipt.balance"), balanceAfterCents),
          ],
        },
      ],
      ...(number && { closing: [t("receipt.number", { number })] }),
    };
  },
  sign_in: ({ link, code }, { t }) => ({
    subject: t("signIn.subject"),
    paragraphs: [t(code ? "signIn.codeText" : "signIn.text")],
    ...(code && { code: { digits: code, after: t("signIn.orLink") } }),
    action: { label: t("signIn.action"), link: absoluteUrl(link) },
    closing: [t("signIn.ignore")],
  }),
  gift: (mail, { t, money }) => {
    const { senderEmail, senderName, recipientName, message, link } = mail;
    const store = safeName(mail.storeName);
    const amount = money(mail.amountCents, mail.currency);
    const sender = senderName ? safeName(senderName) : safeEmail(senderEmail);
    const design = designOf(mail.design);
    return {
      subject: t("gift.subject", { sender, store }),
      ...(design && {
        banner: {
          words: t(`gift.designs.${design}`),
          picture: absoluteUrl(`/gift-designs/${design}.png`),
          color: DESIGN_COLORS[design].from,
          ink: DESIGN_INK,
        },
      }),
      paragraphs: [
        ...(recipientName ? [t("gift.greeting", { name: safeName(recipientName) })] : []),
        // With the email, because anyone can sign with any name.
        t("gift.text", { sender: named(t, senderName, senderEmail), amount, store }),
      ],
      card: { storeName: store, amount },
      ...(message && { quote: { from: sender, text: safeNote(message) } }),
      action: { label: t("gift.action"), link: absoluteUrl(link) },
      closing: [t("gift.deadline")],
    };
  },
  gift_settled: (mail, { t, money }) => {
    const { outcome, onNewCard } = mail;
    const facts = {
      recipient: named(t, mail.recipientName, mail.recipientEmail),
      store: safeName(mail.storeName),
      amount: money(mail.amountCents, mail.currency),
    };
    const returned = t(onNewCard ? "giftSettled.returnedToNewCard" : "giftSettled.returned");
    return {
      subject: t(`giftSettled.${outcome}.subject`, facts),
      paragraphs: [
        t(`giftSettled.${outcome}.text`, facts),
        ...(outcome === "accepted" ? [] : [returned]),
      ],
      action: { label: t("giftSettled.action"), link: absoluteUrl("/wallet/gifts") },
    };
  },
};

/** A person by the name that someone gave them, and by their email. */
const named = (t: Texts<"emails">, name: string | null | undefined, email: string): string =>
  name ? t("named", { name: safeName(name), email: safeEmail(email) }) : safeEmail(email);

type QueuedMail = {
  id: string;
  payload: unknown;
  /** As of localeOfMail(). */
  locale?: string | undefined;
  /** The store that the email is from. */
  sender?: MailSender | undefined;
};

/** Reads the content and recipient of an email of the outbox. Throws for an unknown template. */
export function mailContentOf({ id, payload, locale = DEFAULT_LOCALE, sender }: QueuedMail): {
  to: string;
  words: MailContent;
} {
  const mail = Mail.parse(payload);
  if ("link" in mail && mail.link) mail.link = unsealMailed(id, mail.link);
  if ("code" in mail && mail.code) mail.code = unsealMailed(id, mail.code);
  // TypeScript can't relate the template to the email's type.
  const template = TEMPLATES[mail.template] as Template<Mail>;
  const t = textsOf(locale, "emails");
  const money = (cents: number, currency: string) => localizedMoney(cents, currency, locale);
  const content = template(mail, { t, money });
  const words = { locale, ...content, ...unsubscribeOf(mail, t), ...(sender && { sender }) };
  return { to: mail.to, words };
}

/** Customers can stop a store's email, but not the sign-in links that they ask for. */
function unsubscribeOf(mail: Mail, t: Texts<"emails">): Pick<MailContent, "unsubscribe"> {
  if (!("merchantId" in mail) || !isConsumerMail(mail.template)) return {};
  const { merchantId, to: email, storeName = t("thisStore") } = mail;
  const links = unsubscribeLinks({ merchantId, email });
  return { unsubscribe: { storeName: safeName(storeName), ...links } };
}

const walletUrl = () => `${env().appUrl}/wallet`;

/** The database queues links without this instance's URL. */
const absoluteUrl = (link: string): string => new URL(link, env().appUrl).href;
