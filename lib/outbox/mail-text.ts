import { textsOf } from "../i18n/texts";
import type { MailContent } from "./templates";

/** Renders an email as plain text. */
export function textOf(content: MailContent): string {
  const { locale, paragraphs, card, quote, action, closing = [], unsubscribe } = content;
  const t = textsOf(locale, "emails");
  const labeled = (label: string, value: string) => t("labeled", { label, value });
  return [
    ...paragraphs,
    ...(card ? [card.amount ? labeled(card.storeName, card.amount) : card.storeName] : []),
    ...(quote
      ? [`${t("messageFrom", { name: quote.from })}\n${quote.text.replace(/^/gm, "> ")}`]
      : []),
    ...(action ? [action.link] : []),
    ...closing,
    ...(unsubscribe
      ? [labeled(t("unsubscribe", { store: unsubscribe.storeName }), unsubscribe.page)]
      : []),
  ].join("\n\n");
}
