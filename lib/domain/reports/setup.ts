import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client/client";

/** For how long after sign-up the overview shows the setup steps. */
const NEW_STORE_DAYS = 30;

type Facts = {
  isNew: boolean;
  brand: boolean;
  key: boolean;
  webhook: boolean;
  request: boolean;
  till: boolean;
  cardId: string | null;
};

/**
 * Which setup steps of a new store are done, with its newest card. Keys, webhooks and tills of its test store count
 * too. Null for a store that is past them: older than 30 days, with a redemption.
 */
export async function readSetup(
  merchantId: string,
  sold: { activated: boolean; redeemed: boolean },
) {
  // A till's key has no scopes.
  const isApiKey = sql`scopes <> '{}'`;
  const tried = sql`(select id from merchants where ${merchantId}::uuid in (id, live_merchant_id))`;
  const [facts] = await db().execute<Facts>(sql`
    select s.created_at > now() - make_interval(days => ${NEW_STORE_DAYS}) as "isNew",
      s.brand_color is not null
        or exists (select 1 from store_logos where merchant_id = ${merchantId}) as brand,
      exists (select 1 from api_keys where merchant_id in ${tried} and revoked_at is null
        and ${isApiKey}) as key,
      exists (select 1 from webhooks where merchant_id in ${tried} and deleted_at is null) as webhook,
      exists (select 1 from api_keys where merchant_id in ${tried} and last_used_at is not null
        and ${isApiKey}) as request,
      exists (select 1 from devices where merchant_id in ${tried} and paired_at is not null) as till,
      (select c.id from cards c where c.merchant_id = s.id order by c.id desc limit 1) as "cardId"
    from merchants s where s.id = ${merchantId}`);
  if (!facts || (sold.redeemed && !facts.isNew)) return null;
  const { isNew: _, ...steps } = facts;
  return { ...steps, ...sold };
}
