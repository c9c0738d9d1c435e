import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { hashToken } from "../opaque-token";
import type { Gift } from "./gift";

/**
 * The gift that a mailed link opens, whatever became of it; null when there is none, or its 30 days
 * are over. Of any store, since the link is all that its holder has: who holds it reads mail to
 * `recipientEmail`.
 */
export async function findGiftByToken(token: string): Promise<Gift | null> {
  const [row] = await db().execute<{ gift: Gift }>(sql`
    select gift_json(g) as gift from ${gifts} g
    where g.token_hash = ${hashToken(token)} and g.expires_at > now()`);
  return row?.gift ?? null;
}
