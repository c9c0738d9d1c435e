import { sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";

const OLD_MAIL = sql`
  delete from outbox where ctid = any(array(
    select ctid from outbox where status <> 'pending' and created_at < now()
      - case kind when 'platform_card' then interval '7 days' else interval '90 days' end
    ${batchLimit} for update skip locked))`;

/**
 * Removes what was sent or given up 90 days ago, and work for shops that was done a week ago, in small
 * batches.
 */
export const forgetMail = async (): Promise<{ mails: number }> => ({
  mails: await inBatches(OLD_MAIL),
});
