import { textsOf } from "../i18n/texts";
import type { MailTable } from "./monthly-report-words";
import type { MailContent } from "./templates";

/** Renders an email as plain text. */
export function textOf(content: MailContent): string {
  const {
    locale,
    paragraphs,
    card,
    tables = [],
    quote,
    action,
    closing = [],
    unsubscribe,
  } = content;
  const t = textsOf(locale, "emails");
  return [
    ...paragraphs,
    ...(card ? [[card.storeName, card.amount].filter(Boolean).join(": ")] : []),
    ...tables.map(({ caption, rows }) => [caption, ...rows.map(lineOf)].join("\n")),
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

const lineOf = ({ label, amount, change }: MailTable["rows"][number]): string =>
  `${label}: ${amount}${change ? `, ${change}` : ""}`;
