import { and, desc, eq, ne } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { env } from "../env";
import { Refusal } from "../errors";
import { localeOfMail } from "./mail-locale";
import { sendersOf } from "./mail-sender";
import { textOf } from "./mail-text";
import { mailContentOf } from "./templates";

const MAX_LISTED = 100;

/** Whether emails, which contain sign-in links, can be read here: on a local instance without SMTP_URL. */
export const keepsMail = (): boolean => env().local && !env().smtpUrl;

/** Lists the emails of a local instance without a mail server. Refuses: not_found on any other instance. */
export async function listMails() {
  if (!keepsMail()) throw new Refusal("not_found");
  const rows = await db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, "email"), ne(outbox.status, "kept")))
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED);
  return await shownMails(rows);
}

async function shownMails(rows: (typeof outbox.$inferSelect)[]) {
  const senders = await sendersOf(rows.map(({ payload }) => payload));
  return await Promise.all(
    rows.map(async ({ id, payload, createdAt, nextAttemptAt }, index) => {
      const locale = await localeOfMail(payload);
      const { to, words } = mailContentOf({ id, payload, locale, sender: senders[index] });
      const sendAt = nextAttemptAt > new Date() ? nextAttemptAt : null;
      return { id, to, subject: words.subject, text: textOf(words), createdAt, sendAt };
    }),
  );
}

/** The newest emails of a test twin, none of which is sent. */
export async function listTestMails({ merchantId }: Ctx) {
  const rows = await db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.merchantId, merchantId), eq(outbox.status, "kept")))
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED);
  return await shownMails(rows);
}
