import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  CUSTOMER_LANGUAGES,
  DEFAULT_LOCALE,
  type Language,
  localeOf,
} from "@/lib/base/i18n/languages";
import { db } from "@/lib/db/client/client";
import { consumers } from "@/lib/db/schema/consumers";
import { merchants } from "@/lib/db/schema/merchants";
import { isConsumerMail } from "./store-mail";

const Addressed = z.object({
  to: z.string(),
  template: z.string(),
  merchantId: z.string().optional(),
  language: z.enum(CUSTOMER_LANGUAGES).optional(),
});

/**
 * The locale (BCP 47) of an email when it is rendered. A store's email to a customer is in the language that the
 * customer chose, or else the store's; a sign-in link in the language of the page where it was requested. Emails
 * to a store's team are in English.
 */
export async function localeOfMail(payload: unknown): Promise<string> {
  const { to, template, merchantId, language } = Addressed.parse(payload);
  if (merchantId === undefined || !isConsumerMail(template)) return localeFor(language);
  const store = await readStore(merchantId);
  // A test store shows its emails to its team, and must not reveal what a person chose elsewhere.
  const chosen = store?.isTest ? null : await languageOfConsumer(to);
  return localeFor(chosen ?? store?.language);
}

const localeFor = (language: Language | null | undefined): string =>
  language ? localeOf(language) : DEFAULT_LOCALE;

async function languageOfConsumer(email: string) {
  const [row] = await db()
    .select({ language: consumers.language })
    .from(consumers)
    .where(eq(consumers.email, email));
  return row?.language;
}

async function readStore(merchantId: string) {
  const [row] = await db()
    .select({
      language: merchants.language,
      isTest: sql<boolean>`${merchants.liveMerchantId} is not null`,
    })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return row;
}
