import { and, desc, eq, ne } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { outbox } from "@/lib/db/schema/outbox";
import { renderMail } from "./send-mails";

const MAX_LISTED = 50;

/** Whether emails, which contain sign-in links, can be read here: on a local instance without SMTP_URL. */
export const keepsMail = (): boolean => env().local && !env().smtpUrl;

/** Lists the emails of a local instance without a mail server. Refuses: not_found on any other instance. */
export async function listMails() {
  if (!keepsMail()) throw new Refusal("not_found");
  const parts = await inEachBucket(() =>
    db()
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, "email"), ne(outbox.status, "kept")))
      .orderBy(desc(outbox.id))
      .limit(MAX_LISTED),
  );
  const newest = parts.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
  return await Promise.all(newest.slice(0, MAX_LISTED).map(presentMail));
}

// A page shows the email in a frame that can't leave it, so its links open in a new tab.
const LINKS_TO_NEW_TAB = '<base target="_blank">';

/** An email as it is or would be sent. */
async function presentMail({ id, payload, createdAt, nextAttemptAt }: typeof outbox.$inferSelect) {
  const { from, replyTo, headers, html, ...mail } = await renderMail({ id, payload });
  const sendAt = nextAttemptAt > new Date() ? nextAttemptAt : null;
  const sent = {
    From: typeof from === "string" ? from : `${from.name} <${from.address}>`,
    ...(replyTo && { "Reply-To": replyTo }),
    To: mail.to,
    Subject: mail.subject,
    ...headers,
  };
  const framed = html.replace("<head>", `<head>${LINKS_TO_NEW_TAB}`);
  return { id, ...mail, html: framed, headers: sent, createdAt, sendAt };
}

/** The newest emails of a test twin, none of which is sent. */
export async function listTestMails({ merchantId }: Ctx) {
  const rows = await db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.merchantId, merchantId), eq(outbox.status, "kept")))
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED);
  return await Promise.all(rows.map(presentMail));
}
