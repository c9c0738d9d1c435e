import type { Sql } from "postgres";
import { unsealMailed } from "@/lib/ledger/post/sealed-link";

/** The code in the latest sign-in email to an address. */
export async function mailedCode(sql: Sql, email: string): Promise<string> {
  const [mail] = await sql`select id, payload->>'code' as code from outbox
    where payload->>'to' = ${email} and payload ? 'code' order by id desc limit 1`;
  return mail ? unsealMailed(mail.id, mail.code) : "";
}

/** The link in the latest email to an address. */
export async function mailedLink(sql: Sql, email: string): Promise<string> {
  const [mail] = await sql`select id, payload->>'link' as link from outbox
    where payload->>'to' = ${email} and payload ? 'link' order by id desc limit 1`;
  return mail ? unsealMailed(mail.id, mail.link) : "";
}
