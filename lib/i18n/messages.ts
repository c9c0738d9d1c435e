import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import deCommon from "./de/common.json" with { type: "json" };
import deEmails from "./de/emails.json" with { type: "json" };
import dePasses from "./de/passes.json" with { type: "json" };
import dePrint from "./de/print.json" with { type: "json" };
import deScan from "./de/scan.json" with { type: "json" };
import deWallet from "./de/wallet.json" with { type: "json" };
import account from "./en/account.json" with { type: "json" };
import agreements from "./en/agreements.json" with { type: "json" };
import audit from "./en/audit.json" with { type: "json" };
import auth from "./en/auth.json" with { type: "json" };
import batches from "./en/batches.json" with { type: "json" };
import branding from "./en/branding.json" with { type: "json" };
import cards from "./en/cards.json" with { type: "json" };
import cashiers from "./en/cashiers.json" with { type: "json" };
import common from "./en/common.json" with { type: "json" };
import customers from "./en/customers.json" with { type: "json" };
import devices from "./en/devices.json" with { type: "json" };
import docs from "./en/docs.json" with { type: "json" };
import emails from "./en/emails.json" with { type: "json" };
import keys from "./en/keys.json" with { type: "json" };
import mail from "./en/mail.json" with { type: "json" };
import overview from "./en/overview.json" with { type: "json" };
import passes from "./en/passes.json" with { type: "json" };
import platform from "./en/platform.json" with { type: "json" };
import print from "./en/print.json" with { type: "json" };
import reports from "./en/reports.json" with { type: "json" };
import scan from "./en/scan.json" with { type: "json" };
import security from "./en/security.json" with { type: "json" };
import shell from "./en/shell.json" with { type: "json" };
import store from "./en/store.json" with { type: "json" };
import storeCredit from "./en/storeCredit.json" with { type: "json" };
import team from "./en/team.json" with { type: "json" };
import teamEmails from "./en/teamEmails.json" with { type: "json" };
import testMode from "./en/testMode.json" with { type: "json" };
import till from "./en/till.json" with { type: "json" };
import titles from "./en/titles.json" with { type: "json" };
import transactions from "./en/transactions.json" with { type: "json" };
import wallet from "./en/wallet.json" with { type: "json" };
import webhooks from "./en/webhooks.json" with { type: "json" };
import esCommon from "./es/common.json" with { type: "json" };
import esEmails from "./es/emails.json" with { type: "json" };
import esPasses from "./es/passes.json" with { type: "json" };
import esPrint from "./es/print.json" with { type: "json" };
import esScan from "./es/scan.json" with { type: "json" };
import esWallet from "./es/wallet.json" with { type: "json" };
import frCommon from "./fr/common.json" with { type: "json" };
import frEmails from "./fr/emails.json" with { type: "json" };
import frPasses from "./fr/passes.json" with { type: "json" };
import frPrint from "./fr/print.json" with { type: "json" };
import frScan from "./fr/scan.json" with { type: "json" };
import frWallet from "./fr/wallet.json" with { type: "json" };
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
  const known = catalogs.get(language);
  if (known) return known;
  // Typed as their sources, since use-intl has no type for compiled messages.
  const translation = TRANSLATIONS[language];
  const common = { ...english.common, ...translation.common };
  const made = compiled({ ...english, ...translation, common }) as Messages;
  catalogs.set(language, made);
  return made;
}
