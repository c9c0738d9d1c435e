import { and, asc, eq, isNull } from "drizzle-orm";
import { found } from "@/lib/base/errors";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { webhooks } from "@/lib/db/schema/webhooks";
import type { Webhook } from "./webhook";

/** Matches the merchant's webhook with this id, unless deleted. */
export const isWebhook = (merchantId: string, id: string) =>
  and(eq(webhooks.merchantId, merchantId), eq(webhooks.id, id), isNull(webhooks.deletedAt));

/** Lists the merchant's webhooks, oldest first. */
export const listWebhooks = (merchantId: string, from: Db | Tx = db()): Promise<Webhook[]> =>
  from
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.id));

/** One page of the merchant's webhooks, oldest first. Refuses: invalid_request (the cursor). */
export async function pageOfWebhooks(
  merchantId: string,
  page: PageRequest,
): Promise<Page<Webhook>> {
  // A store has few (create.ts).
  const all = await listWebhooks(merchantId);
  return await pageOf(
    page,
    { list: "webhooks", merchantId },
    async (after, limit, offset) =>
      all.filter(({ id }) => after === null || id > after).slice(offset, offset + limit),
    async () => all.length,
  );
}

/** Finds one of the merchant's webhooks. Refuses: not_found. */
export async function findWebhook(merchantId: string, id: string): Promise<Webhook> {
  const [webhook] = await db().select().from(webhooks).where(isWebhook(merchantId, id));
  return found(webhook);
}

/**
 * Finds and locks a webhook. "update" also waits for card changes that queue deliveries to it. Refuses:
 * not_found.
 */
export async function lockWebhook(
  tx: Tx,
  merchantId: string,
  id: string,
  strength: "no key update" | "update" = "no key update",
): Promise<Webhook> {
  const [webhook] = await tx.select().from(webhooks).where(isWebhook(merchantId, id)).for(strength);
  return found(webhook);
}
