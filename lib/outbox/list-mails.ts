import { desc, eq } from "drizzle-orm";
import { db } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { env } from "../env";
import { Refusal } from "../errors";
import { renderMail } from "./templates";

const NEWEST = 100;

/** Whether mail stays in the outbox, to be read there: outside production, without a mail server. */
export const keepsMail = (): boolean => !env().production && !env().smtpUrl;

/** The mail that a local instance keeps instead of sending it. Refuses: not_found where mail is sent. */
export async function listMails() {
  if (!keepsMail()) throw new Refusal("not_found");
  const rows = await db()
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "email"))
    .orderBy(desc(outbox.id))
    .limit(NEWEST);
  return rows.map(({ id, payload, createdAt }) => ({ id, ...renderMail(payload), createdAt }));
}
