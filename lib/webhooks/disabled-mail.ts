import { and, eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import { memberships, users } from "../db/schema/users";
import type { webhooks } from "../db/schema/webhooks";
import { env } from "../env";
import { queueMail } from "../outbox/queue-mail";

/** Queues the mail that tells a store's owners why a webhook was disabled, and where to mend it. */
export async function queueDisabledMail(
  tx: Tx,
  webhook: typeof webhooks.$inferSelect,
  error: string,
): Promise<void> {
  const owners = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, webhook.merchantId), eq(memberships.role, "owner")));
  for (const { email } of owners) {
    await queueMail(tx, webhook.merchantId, {
      to: email,
      template: "webhook_disabled",
      url: webhook.url,
      error,
      link: `${env().appUrl}/webhooks/${webhook.id}`,
    });
  }
}
