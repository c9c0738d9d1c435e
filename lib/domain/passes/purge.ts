import { sql } from "drizzle-orm";
import { purge } from "@/lib/db/client/in-batches";
import { passRegistrations, walletPasses } from "@/lib/db/schema/passes";

// A void pass stays for 90 days, so that phones learn that it is.
const ENDED_PASSES = sql`select p.merchant_id, p.id from wallet_passes p
  where p.updated_at < now() - interval '90 days'
    and exists (select from cards c where c.merchant_id = p.merchant_id and c.id = p.card_id
      and c.status = 'disabled')`;

/** Deletes the passes of cards that were disabled 90 days ago, and their phones' registrations. Returns how many. */
export async function purgePasses(): Promise<number> {
  await purge(passRegistrations, sql`(merchant_id, pass_id) in (${ENDED_PASSES})`);
  return await purge(walletPasses, sql`(merchant_id, id) in (${ENDED_PASSES})`);
}
