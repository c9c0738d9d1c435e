import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { env } from "../env";
import { firstIdAt } from "../ids";
import { settingsOf } from "../merchants/settings";
import { ownersOf } from "../merchants/team/list";
import { queueMail } from "../outbox/queue-mail";
import type { ConnectionRow } from "./connection";
import { TOLD_AGAIN_AFTER_MS } from "./schedule";

/**
 * Queues the mail that tells a store's owners that their shop refuses its token, and where to mend
 * it. A shop that takes the token now and then is told of once a day, until a new one is saved.
 */
export async function queueFailingMail(
  tx: Tx,
  connection: ConnectionRow,
  error: string,
): Promise<void> {
  const { merchantId, kind, name } = connection;
  if (await wasTold(tx, connection)) return;
  const store = await settingsOf(tx, merchantId);
  for (const to of await ownersOf(tx, merchantId)) {
    await queueMail(tx, merchantId, {
      to,
      template: "platform_failing",
      storeName: store.name,
      shopName: name,
      secret: kind === "http" ? "secret" : "token",
      error,
      link: `${env().appUrl}/settings/integrations`,
    });
  }
}

/** Whether the owners know already, since the token was saved and within a day. */
async function wasTold(tx: Tx, { merchantId, updatedAt }: ConnectionRow): Promise<boolean> {
  const sinceMs = Math.max(updatedAt.getTime(), Date.now() - TOLD_AGAIN_AFTER_MS);
  const told = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        gt(outbox.id, firstIdAt(sinceMs)),
        eq(outbox.merchantId, merchantId),
        eq(outbox.kind, "email"),
        sql`${outbox.payload}->>'template' = 'platform_failing'`,
      ),
    )
    .limit(1);
  return told.length > 0;
}
