import { env } from "../env";
import { textsOf } from "../i18n/texts";
import type { Mail } from "./mail";
import type { MailLanguage } from "./mail-content";
import { shownName } from "./user-text";

type Notice<Name extends Mail["template"]> = Extract<Mail, { template: Name }>;

// Emails to a store's team are in English.
const t = textsOf("en-US", "noticeEmails");

/** Notices to team members about their account, and about their store. */
export const NOTICES = {
  email_change: ({ link }: Notice<"email_change">) => ({
    subject: t("emailChange.subject"),
    paragraphs: [t("emailChange.text")],
    action: { label: t("emailChange.action"), link },
    closing: [t("emailChange.ignore")],
  }),
  email_change_requested: () => ({
    subject: t("emailChangeRequested.subject"),
    paragraphs: [t("emailChangeRequested.text"), t("emailChangeRequested.notYou")],
    action: { label: t("changePassword"), link: `${env().appUrl}/forgot-password` },
  }),
  email_change_taken: () => ({
    subject: t("emailChangeTaken.subject"),
    paragraphs: [t("emailChangeTaken.text")],
    closing: [t("emailChangeTaken.ignore")],
  }),
  email_changed: () => ({
    subject: t("emailChanged.subject"),
    paragraphs: [t("emailChanged.text"), t("emailChanged.notYou")],
  }),
  large_redemption: (
    { storeName, currency, redemptions, count, link }: Notice<"large_redemption">,
    { money }: MailLanguage,
  ) => {
    const lines = redemptions.map(({ amountCents, last4, at }) => ({
      amount: money(amountCents, currency),
      last4,
      at,
    }));
    const more = count - lines.length;
    const facts = { count, amount: lines[0]?.amount ?? "", store: shownName(storeName) };
    return {
      subject: t("largeRedemption.subject", facts),
      paragraphs: [
        t("largeRedemption.text", { count }),
        ...lines.map((line) => t("largeRedemption.line", line)),
        ...(more > 0 ? [t("largeRedemption.more", { count: more })] : []),
      ],
      action: { label: t("largeRedemption.action", { count }), link },
      closing: [t("largeRedemption.settings")],
    };
  },
};
