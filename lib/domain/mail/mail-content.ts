import type { Texts } from "@/lib/base/i18n/texts";
import type { SenderBrand } from "@/lib/domain/stores/brand";

/** The content of an email, rendered as plain text and as HTML. */
export type MailContent = {
  /** BCP 47. */
  locale: string;
  subject: string;
  /** The words of a gift's design next to its picture (a full URL), on its color. */
  banner?: { words: string; picture: string; color: string; ink: string };
  /** Above the button. */
  paragraphs: string[];
  /** A code to type, and what is said after it. */
  code?: { digits: string; after: string };
  /** Shown as a card: the store and the amount. */
  card?: { storeName: string; amount: string | null };
  /** Figures and how they changed. */
  tables?: MailTable[];
  /** Text that a person wrote, shown as a quote from them. */
  quote?: { from: string; text: string };
  action?: { label: string; link: string };
  /** Below the button. */
  closing?: string[];
  /** How to stop the store's email; its headers are sent too. */
  unsubscribe?: { storeName: string; page: string; headers: Record<string, string> };
  /** The store that the email is from; missing for Scrip's own. */
  sender?: MailSender;
};

/** A store in an email: its names are one line and never a link, and its logo has a full URL. */
export type MailSender = SenderBrand;

/** A table of figures in an email. */
export type MailTable = {
  caption: string;
  rows: { label: string; amount: string; change: string | null }[];
};

/** The words of an email and its amounts, in its language. */
export type MailLanguage = {
  t: Texts<"emails">;
  money: (amountCents: number, currency: string) => string;
};
