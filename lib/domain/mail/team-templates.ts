import { env } from "@/lib/base/config/env";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import type { Mail } from "./mail";
import type { MailLanguage } from "./mail-content";
import { monthlyReport } from "./monthly-report-words";
import { safeName, safeSentence } from "./user-text";

type Of<Name extends Mail["template"]> = Extract<Mail, { template: Name }>;

const t = textsOf(DEFAULT_LOCALE, "teamEmails");

/** The emails to a store's team and to people who sign up, in English. */
export const TEAM_TEMPLATES = {
  monthly_report: monthlyReport,
  webhook_disabled: ({ url, error, link, keptUntil }: Of<"webhook_disabled">) => ({
    subject: t("webhookDisabled.subject"),
    paragraphs: [
      t("webhookDisabled.text", { url }),
      t("webhookDisabled.error", { error }),
      keptUntil ? t("webhookDisabled.keptUntil", { day: keptUntil }) : t("webhookDisabled.kept"),
    ],
    action: { label: t("webhookDisabled.action"), link },
  }),
  platform_failing: ({ storeName, shopName, secret, error, link }: Of<"platform_failing">) => {
    const [shop, store] = [safeName(shopName), safeName(storeName)];
    return {
      subject: t("platformFailing.subject", { shop }),
      paragraphs: [
        t("platformFailing.text", { shop, store, secret }),
        t("platformFailing.response", { error: safeSentence(error) }),
        t("platformFailing.effect"),
        t("platformFailing.next", { secret }),
      ],
      action: { label: t("platformFailing.action"), link },
    };
  },
  team_invitation: ({ storeName, invitedBy, role, link }: Of<"team_invitation">) => {
    const store = safeName(storeName);
    return {
      subject: t("teamInvitation.subject", { store }),
      paragraphs: [
        t("teamInvitation.text", { person: safeName(invitedBy), store, role }),
        t("teamInvitation.use"),
      ],
      action: { label: t("teamInvitation.action"), link },
      closing: [t("teamInvitation.ignore")],
    };
  },
  agreement_proposed: ({ storeName, otherStoreName, link }: Of<"agreement_proposed">) => {
    const [store, other] = [safeName(storeName), safeName(otherStoreName)];
    return {
      subject: t("agreementProposed.subject", { other }),
      paragraphs: [t("agreementProposed.effect", { store, other }), t("agreementProposed.next")],
      action: { label: t("agreementProposed.action"), link },
      closing: [t("agreementProposed.ignore")],
    };
  },
  api_key_created: ({
    storeName,
    keyName,
    access,
    createdBy,
    rolls,
    link,
  }: Of<"api_key_created">) => {
    const [store, person, key] = [storeName, createdBy, keyName].map(safeName) as Names;
    const change = rolls ? "rolled" : "created";
    return {
      subject: t(`apiKeys.${change}.subject`, { store }),
      paragraphs: [
        t(`apiKeys.${change}.text`, { person, key, store, access }),
        t("apiKeys.created.revoke"),
      ],
      action: { label: t("apiKeys.action"), link },
    };
  },
  api_key_changed: ({ storeName, keyName, last4, changedBy, link }: Of<"api_key_changed">) => {
    const [store, person, key] = [storeName, changedBy, keyName].map(safeName) as Names;
    return {
      subject: t("apiKeys.changed.subject", { store }),
      paragraphs: [
        t("apiKeys.changed.text", { person, key, store, last4 }),
        t("apiKeys.changed.revoke"),
      ],
      action: { label: t("apiKeys.action"), link },
    };
  },
  api_key_expiring: ({ storeName, keyName, last4, expiresOn, link }: Of<"api_key_expiring">) => {
    const facts = { store: safeName(storeName), key: safeName(keyName), last4, day: expiresOn };
    return {
      subject: t("apiKeys.expiring.subject", facts),
      paragraphs: [t("apiKeys.expiring.text", facts), t("apiKeys.expiring.roll")],
      action: { label: t("apiKeys.action"), link },
    };
  },
  api_keys_left: ({ storeName, person, role, keys, link }: Of<"api_keys_left">) => {
    const facts = {
      store: safeName(storeName),
      person: safeName(person),
      keys: keys.map(safeName).join(", "),
      ...(role && { role }),
    };
    return {
      subject: t(role ? "apiKeys.left.roleSubject" : "apiKeys.left.leftSubject", facts),
      paragraphs: [
        t(role ? "apiKeys.left.roleText" : "apiKeys.left.leftText", facts),
        t("apiKeys.left.roll"),
      ],
      action: { label: t("apiKeys.action"), link },
    };
  },
  address_proof: ({ link }: Of<"address_proof">) => ({
    subject: t("addressProof.subject"),
    paragraphs: [t("addressProof.text")],
    action: { label: t("addressProof.action"), link },
    closing: [t("addressProof.notYou", { url: resetUrl() })],
  }),
  account_exists: () => ({
    subject: t("accountExists.subject"),
    paragraphs: [t("accountExists.text"), t("accountExists.wasYou")],
    action: signInAction(),
    closing: [t("accountExists.reset", { url: resetUrl() }), t("accountExists.ignore")],
  }),
  store_created: () => ({
    subject: t("storeCreated.subject"),
    paragraphs: [t("storeCreated.text")],
    action: signInAction(),
    closing: [t("storeCreated.notYou", { url: resetUrl() })],
  }),
  passkey_changed: ({ change, name }: Of<"passkey_changed">) => ({
    subject: t(`passkeyChanged.${change}.subject`),
    paragraphs: [t(`passkeyChanged.${change}.text`, { name: safeName(name) }), t("wasntYou.text")],
    action: changePasswordAction(),
  }),
  password_reset: ({ link }: Of<"password_reset">) => ({
    subject: t("passwordReset.subject"),
    paragraphs: [t("passwordReset.text")],
    action: { label: t("passwordReset.action"), link },
    closing: [t("passwordReset.ignore")],
  }),
  password_changed: () => ({
    subject: t("passwordChanged.subject"),
    paragraphs: [t("passwordChanged.text"), t("wasntYou.text")],
    action: changePasswordAction(),
  }),
  two_step_changed: ({ change, codesLeft }: Of<"two_step_changed">) => ({
    subject: t(`twoStepChanged.${change}.subject`),
    paragraphs: [
      t(`twoStepChanged.${change}.text`),
      ...(change === "off" ? [] : [t("twoStepChanged.codesLeft", { count: codesLeft })]),
      t("wasntYou.text"),
    ],
    action: changePasswordAction(),
  }),
  email_change: ({ link }: Of<"email_change">) => ({
    subject: t("emailChange.subject"),
    paragraphs: [t("emailChange.text")],
    action: { label: t("emailChange.action"), link },
    closing: [t("emailChange.ignore")],
  }),
  email_change_requested: () => ({
    subject: t("emailChangeRequested.subject"),
    paragraphs: [t("emailChangeRequested.text"), t("emailChangeRequested.notYou")],
    action: changePasswordAction(),
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
    { storeName, currency, redemptions, count, link }: Of<"large_redemption">,
    { money }: MailLanguage,
  ) => {
    const lines = redemptions.map(({ amountCents, last4, at }) => ({
      amount: money(amountCents, currency),
      last4,
      at,
    }));
    const more = count - lines.length;
    const facts = { count, amount: lines[0]?.amount ?? "", store: safeName(storeName) };
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

type Names = [store: string, person: string, key: string];

const resetUrl = () => `${env().appUrl}/forgot-password`;

const changePasswordAction = () => ({ label: t("wasntYou.action"), link: resetUrl() });

const signInAction = () => ({ label: t("signIn"), link: `${env().appUrl}/sign-in` });
