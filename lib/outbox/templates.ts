import { env } from "../env";
import { decimalsOf, decimalText } from "../money";
import { Mail, openLink } from "./mail";

/** What a mail says, of which its text and its look are both made. */
export type Words = {
  subject: string;
  /** Above the button. */
  paragraphs: string[];
  /** An amount and whose store it is spent at, shown as a card. */
  card?: { storeName: string; amount: string | null };
  /** Somebody's own words. */
  quote?: string;
  action?: { label: string; link: string };
  /** Below the button. */
  closing?: string[];
};

type Templates = {
  [Name in Mail["template"]]: (mail: Extract<Mail, { template: Name }>) => Words;
};

const NOT_YOU = "If it wasn't you, choose another password now.";
const otherPassword = () => ({
  label: "Choose another password",
  link: `${env().appUrl}/forgot-password`,
});

const TWO_STEP_CHANGES = {
  on: ["Two-step sign-in is on", "Signing in now asks for a code from your device as well."],
  off: ["Two-step sign-in is off", "Signing in asks for your password alone."],
  codes_replaced: ["Your recovery codes were replaced", "The former ones no longer work."],
  code_used: ["A recovery code was used", "Somebody signed in or changed your security with it."],
} as const;

const GIFT_OUTCOMES = {
  accepted: ["was accepted", "accepted"],
  declined: ["was declined", "declined"],
  expired: ["came back", "did not accept in time"],
} as const;

const TEMPLATES: Templates = {
  webhook_disabled: ({ url, error, link, keptUntil }) => ({
    subject: "A webhook was disabled",
    paragraphs: [
      `Three deliveries in a row to ${url} failed, retries included, and the webhook was disabled.`,
      `The last error: ${error}`,
      `No event is lost: each is kept for 30 days${keptUntil ? `, the first of them until ${keptUntil}` : ""}. Test the endpoint, switch the webhook on again and replay what it missed here:`,
    ],
    action: { label: "Open the webhook", link },
  }),
  platform_failing: ({ storeName, shopName, secret, error, link }) => {
    const shop = oneLine(shopName);
    return {
      subject: `${shop} refuses its ${secret}`,
      paragraphs: [
        `The online shop ${shop} of ${oneLine(storeName)} no longer lets Scrip in with the ${secret} that was saved.`,
        `Its answer: “${oneLine(error)}”`,
        "New cards and changes of balances wait and reach the shop once it can be asked again; nothing is lost. What is redeemed in the shop meanwhile is not taken from the cards here until then.",
        `It is tried again every five minutes, and goes on by itself if the shop takes the ${secret} again. If not, save a new one here:`,
      ],
      action: { label: "Open the integrations", link },
    };
  },
  card_invitation: ({ storeName, balanceCents, currency, link }) => ({
    subject: storeName ? `Your gift card from ${oneLine(storeName)}` : "A gift card is yours",
    paragraphs: ["A gift card is yours. See its balance, and show its code at the till:"],
    ...(storeName && {
      card: {
        storeName: oneLine(storeName),
        amount: balanceCents && currency ? inWords(balanceCents, currency) : null,
      },
    }),
    action: { label: "Open your gift card", link: absolute(link ?? "/wallet") },
    closing: [
      `The link opens this card once, within 30 days. After that you sign in with this address at ${env().appUrl}/wallet.`,
      "Whoever has this mail can open the card: forward it only to give the card away.",
    ],
  }),
  store_credit: ({ storeName, amountCents, balanceCents, currency, note, link }) => {
    const store = oneLine(storeName);
    const added = inWords(amountCents, currency);
    const isNew = link !== "/wallet";
    return {
      subject: `${added} of store credit from ${store}`,
      paragraphs: [
        `${store} added ${added} to your store credit there.`,
        ...(note ? [`The reason: ${oneLine(note)}`] : []),
        `Your store credit is now ${inWords(balanceCents, currency)}. See it, and show its code at the till:`,
      ],
      card: { storeName: store, amount: inWords(balanceCents, currency) },
      action: { label: "Open your store credit", link: absolute(link) },
      closing: isNew
        ? [
            `The link opens your store credit once, within 30 days. After that you sign in with this address at ${env().appUrl}/wallet.`,
            "Whoever has this mail can open it: do not forward it.",
          ]
        : ["You sign in with this address."],
    };
  },
  sign_in: ({ link }) => ({
    subject: "Sign in to your wallet",
    paragraphs: ["Open your gift cards with this link. It works once, for ten minutes:"],
    action: { label: "Open your wallet", link: absolute(link) },
    closing: [
      "If you did not ask for it, there is nothing to do: without this mail nobody gets in.",
    ],
  }),
  gift: ({ to, storeName, senderEmail, message, amountCents, currency, link }) => ({
    subject: `A gift card from ${senderEmail} for ${oneLine(storeName)}`,
    paragraphs: [
      `${senderEmail} sent you a gift card to spend at ${oneLine(storeName)}. Accept it, and it is yours:`,
    ],
    card: { storeName: oneLine(storeName), amount: inWords(amountCents, currency) },
    ...(message && { quote: message }),
    action: { label: "Open your gift", link: absolute(openLink(to, link)) },
    closing: ["The link works for 30 days. A gift that nobody accepts goes back to its sender."],
  }),
  gift_settled: ({ storeName, recipientEmail, outcome, amountCents, currency, onNewCard }) => {
    const [subject, deed] = GIFT_OUTCOMES[outcome];
    const amount = inWords(amountCents, currency);
    const back = onNewCard
      ? "The money came back on a new card in your wallet, since the card it came from takes none any more."
      : "The money is back on the card it came from.";
    return {
      subject: `Your gift to ${recipientEmail} ${subject}`,
      paragraphs: [
        `${recipientEmail} ${deed} the gift card of ${amount} for ${oneLine(storeName)} that you sent.`,
        ...(outcome === "accepted" ? [] : [back]),
      ],
      action: { label: "See the gifts you sent", link: absolute("/wallet/gifts") },
    };
  },
  team_invitation: ({ storeName, invitedBy, role, link }) => ({
    subject: `Join ${oneLine(storeName)} on Scrip`,
    paragraphs: [
      `${oneLine(invitedBy)} invites you to the team of ${oneLine(storeName)} as ${role}.`,
      "This link lets you accept. It works once, for seven days:",
    ],
    action: { label: "See the invitation", link },
    closing: ["If you did not expect it, there is nothing to do."],
  }),
  address_proof: ({ link }) => ({
    subject: "Confirm your address",
    paragraphs: [
      "Somebody, most likely you, signed up to Scrip with this address. Confirm that it is yours; the link works once, for seven days:",
    ],
    action: { label: "Confirm your address", link },
    closing: [
      `If it wasn't you, don't. The account of your address is yours, and a new password makes it so: ${env().appUrl}/forgot-password`,
    ],
  }),
  password_reset: ({ link }) => ({
    subject: "Choose a new password",
    paragraphs: [
      "Somebody, most likely you, asked for a new password for this address. Choose it here; the link works once, for 30 minutes:",
    ],
    action: { label: "Choose a new password", link },
    closing: ["If it wasn't you, do nothing: your password stays as it is."],
  }),
  password_changed: () => ({
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and its other sessions were ended.",
      NOT_YOU,
    ],
    action: otherPassword(),
  }),
  two_step_changed: ({ change, codesLeft }) => {
    const [subject, consequence] = TWO_STEP_CHANGES[change];
    const left = change === "off" ? [] : [`Recovery codes left: ${codesLeft}.`];
    return { subject, paragraphs: [consequence, ...left, NOT_YOU], action: otherPassword() };
  },
};

/** What a mail in the outbox says, and to whom. Throws for a template that does not exist. */
export function wordsOf(payload: unknown): { to: string; words: Words } {
  const mail = Mail.parse(payload);
  // The compiler can't see that the template and the mail it is looked up for belong together.
  const template = TEMPLATES[mail.template] as (mail: Mail) => Words;
  return { to: mail.to, words: template(mail) };
}

/** A mail's words as plain text. */
export function textOf({ paragraphs, card, quote, action, closing = [] }: Words): string {
  return [
    ...paragraphs,
    ...(card ? [[card.storeName, card.amount].filter(Boolean).join(": ")] : []),
    ...(quote ? [`“${quote}”`] : []),
    ...(action ? [action.link] : []),
    ...closing,
  ].join("\n\n");
}

/** A name that somebody typed, which must not become lines of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ");

/** A link on this instance: what the database queues does not know its address. */
const absolute = (link: string): string => new URL(link, env().appUrl).href;

const inWords = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(decimalText(amountCents, currency) as Intl.StringNumericLiteral);
};
