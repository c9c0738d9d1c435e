import { env } from "../env";
import type { Texts } from "../i18n/texts";
import type { Mail } from "./mail";
import type { NOTICES } from "./notice-templates";
import { shownName, shownSentence } from "./user-text";

type TeamTemplate = Exclude<
  Mail["template"],
  | "card_invitation"
  | "store_credit"
  | "sign_in"
  | "gift"
  | "gift_settled"
  | "monthly_report"
  | keyof typeof NOTICES
>;

type TeamMailContent = {
  subject: string;
  paragraphs: string[];
  action?: { label: string; link: string };
  closing?: string[];
};

type TeamTemplates = {
  [Name in TeamTemplate]: (
    mail: Extract<Mail, { template: Name }>,
    language: { team: Texts<"teamEmails"> },
  ) => TeamMailContent;
};

/** The emails to a store's team and to people who sign up, in English. */
export const TEAM_TEMPLATES: TeamTemplates = {
  webhook_disabled: ({ url, error, link, keptUntil }, { team: t }) => ({
    subject: t("webhookDisabled.subject"),
    paragraphs: [
      t("webhookDisabled.text", { url }),
      t("webhookDisabled.error", { error }),
      keptUntil ? t("webhookDisabled.keptUntil", { day: keptUntil }) : t("webhookDisabled.kept"),
    ],
    action: { label: t("webhookDisabled.action"), link },
  }),
  platform_failing: ({ storeName, shopName, secret, error, link }, { team: t }) => {
    const [shop, store] = [shownName(shopName), shownName(storeName)];
    return {
      subject: t("platformFailing.subject", { shop }),
      paragraphs: [
        t("platformFailing.text", { shop, store, secret }),
        t("platformFailing.response", { error: shownSentence(error) }),
        t("platformFailing.effect"),
        t("platformFailing.next", { secret }),
      ],
      action: { label: t("platformFailing.action"), link },
    };
  },
  team_invitation: ({ storeName, invitedBy, role, link }, { team: t }) => {
    const store = shownName(storeName);
    return {
      subject: t("teamInvitation.subject", { store }),
      paragraphs: [
        t("teamInvitation.text", { person: shownName(invitedBy), store, role }),
        t("teamInvitation.use"),
      ],
      action: { label: t("teamInvitation.action"), link },
      closing: [t("teamInvitation.ignore")],
    };
  },
  agreement_proposed: ({ storeName, otherStoreName, link }, { team: t }) => {
    const [store, other] = [shownName(storeName), shownName(otherStoreName)];
    return {
      subject: t("agreementProposed.subject", { other }),
      paragraphs: [t("agreementProposed.effect", { store, other }), t("agreementProposed.next")],
      action: { label: t("agreementProposed.action"), link },
      closing: [t("agreementProposed.ignore")],
    };
  },
  api_key_created: ({ storeName, keyName, access, createdBy, rolls, link }, { team: t }) => {
    const [store, person, key] = [storeName, createdBy, keyName].map(shownName) as Names;
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
  api_key_changed: ({ storeName, keyName, last4, changedBy, link }, { team: t }) => {
    const [store, person, key] = [storeName, changedBy, keyName].map(shownName) as Names;
    return {
      subject: t("apiKeys.changed.subject", { store }),
      paragraphs: [
        t("apiKeys.changed.text", { person, key, store, last4 }),
        t("apiKeys.changed.revoke"),
      ],
      action: { label: t("apiKeys.action"), link },
    };
  },
  api_key_expiring: ({ storeName, keyName, last4, expiresOn, link }, { team: t }) => {
    const facts = { store: shownName(storeName), key: shownName(keyName), last4, day: expiresOn };
    return {
      subject: t("apiKeys.expiring.subject", facts),
      paragraphs: [t("apiKeys.expiring.text", facts), t("apiKeys.expiring.roll")],
      action: { label: t("apiKeys.action"), link },
    };
  },
  api_keys_left: ({ storeName, person, role, keys, link }, { team: t }) => {
    const facts = {
      store: shownName(storeName),
      person: shownName(person),
      keys: keys.map(shownName).join(", "),
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
  address_proof: ({ link }, { team: t }) => ({
    subject: t("addressProof.subject"),
    paragraphs: [t("addressProof.text")],
    action: { label: t("addressProof.action"), link },
    closing: [t("addressProof.notYou", { url: resetUrl() })],
  }),
  account_exists: (_, { team: t }) => ({
    subject: t("accountExists.subject"),
    paragraphs: [t("accountExists.text"), t("accountExists.wasYou")],
    action: signInAction(t),
    closing: [t("accountExists.reset", { url: resetUrl() }), t("accountExists.ignore")],
  }),
  store_created: (_, { team: t }) => ({
    subject: t("storeCreated.subject"),
    paragraphs: [t("storeCreated.text")],
    action: signInAction(t),
    closing: [t("storeCreated.notYou", { url: resetUrl() })],
  }),
  passkey_changed: ({ change, name }, { team: t }) => ({
    subject: t(`passkeyChanged.${change}.subject`),
    paragraphs: [t(`passkeyChanged.${change}.text`, { name: shownName(name) }), t("wasntYou.text")],
    action: changePasswordAction(t),
  }),
  password_reset: ({ link }, { team: t }) => ({
    subject: t("passwordReset.subject"),
    paragraphs: [t("passwordReset.text")],
    action: { label: t("passwordReset.action"), link },
    closing: [t("passwordReset.ignore")],
  }),
  password_changed: (_, { team: t }) => ({
    subject: t("passwordChanged.subject"),
    paragraphs: [t("passwordChanged.text"), t("wasntYou.text")],
    action: changePasswordAction(t),
  }),
  two_step_changed: ({ change, codesLeft }, { team: t }) => ({
    subject: t(`twoStepChanged.${change}.subject`),
    paragraphs: [
      t(`twoStepChanged.${change}.text`),
      ...(change === "off" ? [] : [t("twoStepChanged.codesLeft", { count: codesLeft })]),
      t("wasntYou.text"),
    ],
    action: changePasswordAction(t),
  }),
};

type Names = [store: string, person: string, key: string];

const resetUrl = () => `${env().appUrl}/forgot-password`;

const changePasswordAction = (t: Texts<"teamEmails">) => ({
  label: t("wasntYou.action"),
  link: resetUrl(),
});

const signInAction = (t: Texts<"teamEmails">) => ({
  label: t("signIn"),
  link: `${env().appUrl}/sign-in`,
});
