import { type Texts, textsOf } from "@/lib/base/i18n/texts";
import type { MailContent, MailSender, MailTable } from "./mail-content";

/** Renders an email as plain text. */
export function textOf(content: MailContent): string {
  const { locale, banner, paragraphs, code, card, tables = [], quote, action } = content;
  const { closing = [], sender, unsubscribe } = content;
  const t = textsOf(locale, "emails");
  const labeled = (label: string, value: string) => t("labeled", { label, value });
  return [
    ...(banner ? [banner.words] : []),
    ...paragraphs,
    ...(code ? [code.digits, code.after] : []),
    ...(card ? [card.amount ? labeled(card.storeName, card.amount) : card.storeName] : []),
    ...tables.map(({ caption, rows }) => [caption, ...rows.map(lineOf)].join("\n")),
    ...(quote
      ? [`${t("messageFrom", { name: quote.from })}\n${quote.text.replace(/^/gm, "> ")}`]
      : []),
    ...(action ? [action.link] : []),
    ...closing,
    ...(sender ? contactLines(sender, t) : []),
    ...(unsubscribe
      ? [labeled(t("unsubscribe", { store: unsubscribe.storeName }), unsubscribe.page)]
      : []),
  ].join("\n\n");
}

const lineOf = ({ label, amount, change }: MailTable["rows"][number]): string =>
  `${label}: ${amount}${change ? `, ${change}` : ""}`;

/** How to reach the store, and its terms. */
function contactLines(sender: MailSender, t: Texts<"emails">): string[] {
  const { name, supportEmail, supportPhone, termsUrl } = sender;
  const contacts = [supportEmail, supportPhone].filter((contact) => contact !== null);
  return [
    ...(contacts.length > 0 ? [`${t("contact", { store: name })} ${contacts.join(", ")}`] : []),
    ...(termsUrl ? [`${t("terms")}: ${termsUrl}`] : []),
  ];
}
