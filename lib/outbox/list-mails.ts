import { desc, eq } from "drizzle-orm";
import { db } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { env } from "../env";
import { Refusal } from "../errors";
import { textOf, wordsOf } from "./templates";

const NEWEST = 100;

/**
 * Whether mail stays in the outbox, to be read there: without a mail server, where nobody but this
 * machine can ask. The mail holds links that sign in.
 */
export const keepsMail = (): boolean => env().local && !env().smtpUrl;

/** The mail that a local instance keeps instead of sending it. Refuses: not_found anywhere else. */
export async function listMails() {
  if (!keepsMail()) throw new Refusal("not_found");
  const rows = await db()
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "email"))
    .orderBy(desc(outbox.id))
    .limit(NEWEST);
  return rows.map(({ id, payload, createdAt, nextAttemptAt }) => {
    const { to, words } = wordsOf(payload);
    const sendAt = nextAttemptAt > new Date() ? nextAttemptAt : null;
    return { id, to, subject: words.subject, text: textOf(words), createdAt, sendAt };
  });
}
