import { env } from "../env";
import { type Texts, textsOf } from "../i18n/texts";
import { localizedMoney } from "../money";
import { Mail, unsealLink } from "./mail";
import { type MailLanguage, NOTICES } from "./notice-templates";
import { isConsumerMail } from "./store-mail";
import { unsubscribeLinks } from "./unsubscribe-link";
import { shownEmail, shownName, shownNote, shownSentence } from "./user-text";

/** The content of an email, rendered as plain text and as HTML. */
export type MailContent = {
  /** BCP 47. */
  locale: string;
  subject: string;
  /** Above the button. */
  paragraphs: string[];
  /** Shown as a card: the store and the amount. */
  card?: { storeName: string; amount: string | null };
  /** Text that a person wrote, shown as a quote from them. */
  quote?: { from: string; text: string };
  action?: { label: string; link: string };
  /** Below the button. */
  closing?: string[];
  /** How to stop the store's email; its headers are sent too. */
  unsubscribe?: { storeName: string; page: string; headers: Record<string, string> };
};

type Templates = {
  [Name in Mail["template"]]: (
    mail: Extract<Mail, { template: Name }>,
    language: MailLanguage,
  ) => Omit<MailContent, "locale">;
};

const NOT_YOU = "If this wasn't you, change your password now.";
const changePasswordAction = () => ({
  label: "Change password",
  link: `${env().appUrl}/forgot-password`,
});

const TWO_STEP_CHANGES = {
  on: ["Two-step sign-in is on", "You now need a code from your device to sign in."],
  off: ["Two-step sign-in is off", "You now need only your password to sign in."],
  codes_replaced: ["Your recovery codes were replaced", "The old codes no longer work."],
  code_used: [
    "A recovery code was used",
    "It was used to sign in or to change your security settings.",
  ],
} as const;

const TEMPLATES: Templates = {
  ...NOTICES,
  webhook_disabled: ({ url, error, link, keptUntil }) => ({
    subject: "A webhook was disabled",
    paragraphs: [
      `Three deliveries in a row to ${url} failed after all retries, so the webhook was disabled.`,
      `Last error: ${error}`,
      `No events are lost: each one is kept for 30 days${keptUntil ? `, the first until ${keptUntil}` : ""}. Test the endpoint, turn the webhook on again, and replay the missed events:`,
    ],
    action: { label: "Open webhook", link },
  }),
  platform_failing: ({ storeName, shopName, secret, error, link }) => {
    const shop = shownName(shopName);
    return {
      subject: `Scrip can't connect to ${shop}`,
      paragraphs: [
        `${shop}, the online shop of ${shownName(storeName)}, no longer accepts the saved ${secret}.`,
        `Its response: “${shownSentence(error)}”`,
        "Nothing is lost: new cards and balance changes are sent once the connection works again. Until then, redemptions in the shop are not deducted from the cards in Scrip.",
        `Scrip tries again every five minutes and continues if the shop accepts the ${secret}. If it doesn't, save a new one:`,
      ],
      action: { label: "Open integrations", link },
    };
  },
  card_invitation: ({ storeName, balanceCents, currency, link }, { t, money }) => {
    const amount = balanceCents && currency ? money(balanceCents, currency) : null;
    const store = storeName ? shownName(storeName) : null;
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
    const store = shownName(mail.storeName);
    const [amount, balance] = [money(amountCents, currency), money(balanceCents, currency)];
    const isNew = link !== "/wallet";
    return {
      subject: t("storeCredit.subject", { amount, store }),
      paragraphs: [
        t("storeCredit.added", { store, amount }),
        t("storeCredit.balance", { amount: balance }),
      ],
      card: { storeName: store, amount: balance },
      ...(note && { quote: { from: store, text: shownNote(note) } }),
      action: { label: t("storeCredit.action"), link: absoluteUrl(link) },
      closing: isNew
        ? [t("storeCredit.opensOnce", { url: walletUrl() }), t("storeCredit.anyone")]
        : [t("storeCredit.signIn")],
    };
  },
  sign_in: ({ link }, { t }) => ({
    subject: t("signIn.subject"),
    paragraphs: [t("signIn.text")],
    action: { label: t("signIn.action"), link: absoluteUrl(link) },
    closing: [t("signIn.ignore")],
  }),
  gift: ({ storeName, senderEmail, message, amountCents, currency, link }, { t, money }) => {
    const [sender, store] = [shownEmail(senderEmail), shownName(storeName)];
    const amount = money(amountCents, currency);
    return {
      subject: t("gift.subject", { sender, store }),
      paragraphs: [t("gift.text", { sender, amount, store })],
      card: { storeName: store, amount },
      ...(message && { quote: { from: sender, text: shownNote(message) } }),
      action: { label: t("gift.action"), link: absoluteUrl(link) },
      closing: [t("gift.deadline")],
    };
  },
  gift_settled: (mail, { t, money }) => {
    const { outcome, onNewCard } = mail;
    const facts = {
      recipient: shownEmail(mail.recipientEmail),
      store: shownName(mail.storeName),
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
  team_invitation: ({ storeName, invitedBy, role, link }) => ({
    subject: `Join ${shownName(storeName)} on Scrip`,
    paragraphs: [
      `${shownName(invitedBy)} invited you to join the team of ${shownName(storeName)} as ${role}.`,
      "Use this link to accept. It works once, for 7 days:",
    ],
    action: { label: "View invitation", link },
    closing: ["If you didn't expect this invitation, you can ignore it."],
  }),
  agreement_proposed: ({ storeName, otherStoreName, link }) => ({
    subject: `${shownName(otherStoreName)} proposes a transfer agreement`,
    paragraphs: [
      `${shownName(otherStoreName)} proposes that customers can transfer balance between its gift cards and those of ${shownName(storeName)}. Each store then owes the other for what its customers transfer out.`,
      "Nothing can be transferred until you accept and set your limits:",
    ],
    action: { label: "View proposal", link },
    closing: ["If you don't recognize this store, decline the proposal or ignore this email."],
  }),
  api_key_created: ({ storeName, keyName, access, createdBy, rolls, link }) => ({
    subject: `${rolls ? "API key rolled" : "New API key"} for ${shownName(storeName)}`,
    paragraphs: [
      `${shownName(createdBy)} ${rolls ? "rolled" : "created"} the API key “${shownName(keyName)}” of ${shownName(storeName)}. Access: ${access}.`,
      "If you don't recognize it, revoke it:",
    ],
    action: { label: "Review API keys", link },
  }),
  api_key_changed: ({ storeName, keyName, last4, changedBy, link }) => ({
    subject: `API key limits changed for ${shownName(storeName)}`,
    paragraphs: [
      `${shownName(changedBy)} changed the limits of the API key “${shownName(keyName)}” of ${shownName(storeName)}, ending in ${last4}: the networks that can use it, the amounts it can move, or its rate limit.`,
      "If you don't recognize this change, revoke the key:",
    ],
    action: { label: "Review API keys", link },
  }),
  api_key_expiring: ({ storeName, keyName, last4, expiresOn, link }) => ({
    subject: `The API key “${shownName(keyName)}” expires on ${expiresOn}`,
    paragraphs: [
      `The API key “${shownName(keyName)}” of ${shownName(storeName)}, ending in ${last4}, stops working on ${expiresOn}.`,
      "If you still use it, roll it and use the new key instead:",
    ],
    action: { label: "Review API keys", link },
  }),
  api_keys_left: ({ storeName, person, role, keys, link }) => ({
    subject: role
      ? `${shownName(person)} is now a ${role} of ${shownName(storeName)}`
      : `${shownName(person)} left the team of ${shownName(storeName)}`,
    paragraphs: [
      `${shownName(person)} ${role ? `is now a ${role}` : "left the team"} and may still have these API keys, which work: ${keys.map(shownName).join(", ")}.`,
      "Roll the keys that are in use, and revoke the others:",
    ],
    action: { label: "Review API keys", link },
  }),
  address_proof: ({ link }) => ({
    subject: "Confirm your email",
    paragraphs: [
      "Confirm this email address to finish signing up for Scrip. The link works once, for 7 days:",
    ],
    action: { label: "Confirm email", link },
    closing: [
      `Didn't sign up? Reset the password to secure this email: ${env().appUrl}/forgot-password`,
    ],
  }),
  account_exists: () => ({
    subject: "You already have an account",
    paragraphs: [
      "Someone signed up for Scrip with this email address. It already has an account, so no new one was created.",
      "If it was you, sign in:",
    ],
    action: { label: "Sign in", link: `${env().appUrl}/sign-in` },
    closing: [
      `Forgot your password? Reset it: ${env().appUrl}/forgot-password`,
      "If it wasn't you, you can ignore this email.",
    ],
  }),
  store_created: () => ({
    subject: "Your store is ready",
    paragraphs: ["Your new store on Scrip was added to your existing account. Sign in to open it:"],
    action: { label: "Sign in", link: `${env().appUrl}/sign-in` },
    closing: [
      `Wasn't you? Someone knows your password. Reset it now: ${env().appUrl}/forgot-password`,
    ],
  }),
  passkey_changed: ({ change, name }) => ({
    subject: change === "added" ? "A passkey was added" : "A passkey was removed",
    paragraphs: [
      change === "added"
        ? `The passkey “${shownName(name)}” was added to your account. You can sign in with it now.`
        : `The passkey “${shownName(name)}” was removed. You can't sign in with it anymore.`,
      NOT_YOU,
    ],
    action: changePasswordAction(),
  }),
  password_reset: ({ link }) => ({
    subject: "Reset your password",
    paragraphs: [
      "We received a request to reset your Scrip password. The link works once, for 30 minutes:",
    ],
    action: { label: "Reset password", link },
    closing: ["If this wasn't you, ignore this email. Your password stays the same."],
  }),
  password_changed: () => ({
    subject: "Your password was changed",
    paragraphs: [
      "Your password was changed, and you were signed out on all other devices.",
      NOT_YOU,
    ],
    action: changePasswordAction(),
  }),
  two_step_changed: ({ change, codesLeft }) => {
    const [subject, consequence] = TWO_STEP_CHANGES[change];
    const left = change === "off" ? [] : [`Recovery codes left: ${codesLeft}.`];
    return { subject, paragraphs: [consequence, ...left, NOT_YOU], action: changePasswordAction() };
  },
};

type QueuedMail = {
  id: string;
  payload: unknown;
  /** The language of a customer's email (BCP 47). Emails to a store's team are in English. */
  locale?: string;
};

/** Reads the content and recipient of an email of the outbox. Throws for an unknown template. */
export function mailContentOf({ id, payload, locale = "en-US" }: QueuedMail): {
  to: string;
  words: MailContent;
} {
  const mail = Mail.parse(payload);
  if ("link" in mail && mail.link) mail.link = unsealLink(id, mail.link);
  // TypeScript can't relate the template to the email's type.
  const template = TEMPLATES[mail.template] as (
    mail: Mail,
    language: MailLanguage,
  ) => Omit<MailContent, "locale">;
  const t = textsOf(locale, "emails");
  const money = (cents: number, currency: string) => localizedMoney(cents, currency, locale);
  const words = { locale, ...template(mail, { t, money }), ...unsubscribeOf(mail, t) };
  return { to: mail.to, words };
}

/** Customers can stop a store's email, but not the sign-in links that they ask for. */
function unsubscribeOf(mail: Mail, t: Texts<"emails">): Pick<MailContent, "unsubscribe"> {
  if (!("merchantId" in mail) || !isConsumerMail(mail.template)) return {};
  const { merchantId, to: email, storeName = t("thisStore") } = mail;
  const links = unsubscribeLinks({ merchantId, email });
  return { unsubscribe: { storeName: shownName(storeName), ...links } };
}

const walletUrl = () => `${env().appUrl}/wallet`;

/** The database queues links without this instance's URL. */
const absoluteUrl = (link: string): string => new URL(link, env().appUrl).href;
