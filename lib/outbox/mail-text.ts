import { textsOf } from "../i18n/texts";
import type { MailContent } from "./templates";

/** Renders an email as plain text. */
export function textOf(content: MailContent): string {
  const { locale, paragraphs, card, quote, action, closing = [], unsubscribe } = content;
  const t = textsOf(locale, "emails");
  return [
    ...paragraphs,
    ...(card ? [[card.storeName, card.amount].filter(Boolean).join(": ")] : []),
    ...(quote
      ? [`${t("messageFrom", { name: quote.from })}\n${quote.text.replace(/^/gm, "> ")}`]
      : []),
    ...(action ? [action.link] : []),
    ...closing,
    ...(unsubscribe
      ? [`${t("unsubscribe", { store: unsubscribe.storeName })}: ${unsubscribe.page}`]
      : []),
  ].join("\n\n");
}
