import { and, desc, eq, sql } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { db } from "../db/client";
import { auditLog } from "../db/schema/audit-log";
import type { Webhook } from "./webhook";

/** The name of the person or key that switched a webhook off; null when nobody did, or had a name. */
export async function switchedOffBy(webhook: Webhook): Promise<string | null> {
  const { merchantId, id, disabledReason } = webhook;
  if (disabledReason !== "merchant") return null;
  const [entry] = await db()
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.merchantId, merchantId),
        eq(auditLog.subjectId, id),
        eq(auditLog.action, "webhook.updated"),
        sql`${auditLog.details} #>> '{active,to}' = 'false'`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!entry) return null;
  return (await namesOf(merchantId, [entry.actor])).get(entry.actor) ?? null;
}
