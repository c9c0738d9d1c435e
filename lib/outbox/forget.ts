import { sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";

const OLD_MAIL = sql`
  delete from outbox where ctid = any(array(
    select ctid from outbox where status <> 'pending' and created_at < now() - interval '90 days'
    ${batchLimit} for update skip locked))`;

/** Removes what was sent or given up 90 days ago, in small batches. */
export const forgetMail = async (): Promise<{ mails: number }> => ({
  mails: await inBatches(OLD_MAIL),
});
