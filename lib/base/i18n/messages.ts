import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import deCommon from "@/lib/base/i18n/de/common.json" with { type: "json" };
import deEmails from "@/lib/base/i18n/de/emails.json" with { type: "json" };
import dePasses from "@/lib/base/i18n/de/passes.json" with { type: "json" };
import dePrint from "@/lib/base/i18n/de/print.json" with { type: "json" };
import deScan from "@/lib/base/i18n/de/scan.json" with { type: "json" };
import deWallet from "@/lib/base/i18n/de/wallet.json" with { type: "json" };
import account from "@/lib/base/i18n/en/account.json" with { type: "json" };
import agreements from "@/lib/base/i18n/en/agreements.json" with { type: "json" };
import audit from "@/lib/base/i18n/en/audit.json" with { type: "json" };
import auth from "@/lib/base/i18n/en/auth.json" with { type: "json" };
import batches from "@/lib/base/i18n/en/batches.json" with { type: "json" };
import branding from "@/lib/base/i18n/en/branding.json" with { type: "json" };
import cards from "@/lib/base/i18n/en/cards.json" with { type: "json" };
import cashiers from "@/lib/base/i18n/en/cashiers.json" with { type: "json" };
import common from "@/lib/base/i18n/en/common.json" with { type: "json" };
import customers from "@/lib/base/i18n/en/customers.json" with { type: "json" };
import devices from "@/lib/base/i18n/en/devices.json" with { type: "json" };
import docs from "@/lib/base/i18n/en/docs.json" with { type: "json" };
import emails from "@/lib/base/i18n/en/emails.json" with { type: "json" };
import keys from "@/lib/base/i18n/en/keys.json" with { type: "json" };
import mail from "@/lib/base/i18n/en/mail.json" with { type: "json" };
import overview from "@/lib/base/i18n/en/overview.json" with { type: "json" };
import passes from "@/lib/base/i18n/en/passes.json" with { type: "json" };
import platform from "@/lib/base/i18n/en/platform.json" with { type: "json" };
import print from "@/lib/base/i18n/en/print.json" with { type: "json" };
import reports from "@/lib/base/i18n/en/reports.json" with { type: "json" };
import scan from "@/lib/base/i18n/en/scan.json" with { type: "json" };
import security from "@/lib/base/i18n/en/security.json" with { type: "json" };
import shell from "@/lib/base/i18n/en/shell.json" with { type: "json" };
import store from "@/lib/base/i18n/en/store.json" with { type: "json" };
import storeCredit from "@/lib/base/i18n/en/storeCredit.json" with { type: "json" };
import team from "@/lib/base/i18n/en/team.json" with { type: "json" };
import teamEmails from "@/lib/base/i18n/en/teamEmails.json" with { type: "json" };
import testMode from "@/lib/base/i18n/en/testMode.json" with { type: "json" };
import till from "@/lib/base/i18n/en/till.json" with { type: "json" };
import titles from "@/lib/base/i18n/en/titles.json" with { type: "json" };
import transactions from "@/lib/base/i18n/en/transactions.json" with { type: "json" };
import wallet from "@/lib/base/i18n/en/wallet.json" with { type: "json" };
import webhooks from "@/lib/base/i18n/en/webhooks.json" with { type: "json" };
import esCommon from "@/lib/base/i18n/es/common.json" with { type: "json" };
import esEmails from "@/lib/base/i18n/es/emails.json" with { type: "json" };
import esPasses from "@/lib/base/i18n/es/passes.json" with { type: "json" };
import esPrint from "@/lib/base/i18n/es/print.json" with { type: "json" };
import esScan from "@/lib/base/i18n/es/scan.json" with { type: "json" };
import esWallet from "@/lib/base/i18n/es/wallet.json" with { type: "json" };
import frCommon from "@/lib/base/i18n/fr/common.json" with { type: "json" };
import frEmails from "@/lib/base/i18n/fr/emails.json" with { type: "json" };
import frPasses from "@/lib/base/i18n/fr/passes.json" with { type: "json" };
import frPrint from "@/lib/base/i18n/fr/print.json" with { type: "json" };
import frScan from "@/lib/base/i18n/fr/scan.json" with { type: "json" };
import frWallet from "@/lib/base/i18n/fr/wallet.json" with { type: "json" };
import { type Language, languageOf } from "./languages";

const english = {
  account,
  agreements,
  audit,
  auth,
  batches,
  branding,
  cards,
  cashiers,
  common,
  customers,
  devices,
  docs,
  emails,
  keys,
  mail,
  overview,
  passes,
  platform,
  print,
  reports,
  scan,
  security,
  shell,
  store,
  storeCredit,
  team,
  teamEmails,
  testMode,
  till,
  titles,
  transactions,
  wallet,
  webhooks,
};

/** Every text of the product by area, in ICU message format: one file each in `en`. */
export type Messages = typeof english;

export type Area = keyof Messages;

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}

/** Whole areas, and the groups of `common` that customers see. */
type Translation = Partial<Omit<Messages, "common">> & { common: Partial<Messages["common"]> };

/** What customers see, in their languages. A test holds that it has all English keys. */
export const TRANSLATIONS: { en: Messages } & Record<Exclude<Language, "en">, Translation> = {
  en: english,
  de: {
    common: deCommon,
    emails: deEmails,
    passes: dePasses,
    print: dePrint,
    scan: deScan,
    wallet: deWallet,
  },
  fr: {
    common: frCommon,
    emails: frEmails,
    passes: frPasses,
    print: frPrint,
    scan: frScan,
    wallet: frWallet,
  },
  es: {
    common: esCommon,
    emails: esEmails,
    passes: esPasses,
    print: esPrint,
    scan: esScan,
    wallet: esWallet,
  },
};

type Text = string | { [key: string]: Text };
type CompiledText = CompiledMessage | { [key: string]: CompiledText };

/**
 * Compiles ICU messages here, so that no browser has to load a parser. Cloned into plain objects, since
 * the compiler's have no prototype, which React refuses to send.
 */
const compiled = (text: Text): CompiledText =>
  typeof text === "string"
    ? structuredClone(compile(text))
    : Object.fromEntries(Object.entries(text).map(([key, inner]) => [key, compiled(inner)]));

const catalogs = new Map<Language, Messages>();

/** The compiled messages of a locale (BCP 47); English where there is no translation. */
export function messagesOf(locale: string): Messages {
  const language = languageOf(locale) ?? "en";
  const cached = catalogs.get(language);
  if (cached) return cached;
  // Typed as their sources, since use-intl has no type for compiled messages.
  const translation = TRANSLATIONS[language];
  const common = { ...english.common, ...translation.common };
  const made = compiled({ ...english, ...translation, common }) as Messages;
  catalogs.set(language, made);
  return made;
}
