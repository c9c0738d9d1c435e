import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { webhookDeliveries as deliveries, type webhooks } from "../db/schema/webhooks";
import { env } from "../env";
import { settingsOf } from "../merchants/settings";
import { ownersOf } from "../merchants/team/list";
import { queueMail } from "../outbox/queue-mail";
import { isMissed } from "./missed";
import { HELD_DAYS } from "./schedule";

/** Queues the mail that tells a store's owners why a webhook was disabled, and where to mend it. */
export async function queueDisabledMail(
  tx: Tx,
  webhook: typeof webhooks.$inferSelect,
  error: string,
): Promise<void> {
  const keptUntil = await firstForgottenOn(tx, webhook);
  for (const to of await ownersOf(tx, webhook.merchantId)) {
    await queueMail(tx, webhook.merchantId, {
      to,
      template: "webhook_disabled",
      url: webhook.url,
      error,
      link: `${env().appUrl}/webhooks/${webhook.id}`,
      keptUntil,
    });
  }
}

/** The day on which the oldest event that it missed is no longer kept, in the store's zone. */
async function firstForgottenOn(
  tx: Tx,
  { merchantId, id }: typeof webhooks.$inferSelect,
): Promise<string> {
  const { timeZone } = await settingsOf(tx, merchantId);
  const [row] = await tx
    .select({
      at: sql<Date>`coalesce(min(${deliveries.createdAt}), now()) + ${HELD_DAYS} * interval '1 day'`.mapWith(
        deliveries.createdAt,
      ),
    })
    .from(deliveries)
    .where(isMissed(merchantId, id));
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(row?.at);
}
