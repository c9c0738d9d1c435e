import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { auditLog } from "@/lib/db/schema/audit-log";
import { mailSuppressions } from "@/lib/db/schema/mail-suppressions";
import { webhooks } from "@/lib/db/schema/webhooks";
import type { Action } from "@/lib/domain/audit/actions";
import { findConnection } from "@/lib/domain/shops/connection";
import { countUnsettled } from "@/lib/domain/shops/differences";

const KEY_EXPIRES_SOON = sql`interval '14 days'`;
const MAX_KEYS = 5;
const FAILED_EMAIL_DAYS = 7;
const BOUNCE_DAYS = 30;

const UNSENT: Action[] = ["mail.failed", "mail.skipped"];

/**
 * Reads what someone on the team has to act on: webhooks that were disabled because they failed, API keys that
 * expire within 14 days and lasted longer than that, cards that differ from the online shop, emails of the last 7 days
 * that were not sent, and customers' addresses that bounced in the last 30 days.
 */
export async function readAttention(merchantId: string) {
  const [disabled, keys, differences, failedEmails, bouncedAddresses] = await Promise.all([
    db()
      .select({ id: webhooks.id, url: webhooks.url })
      .from(webhooks)
      .where(
        and(
          eq(webhooks.merchantId, merchantId),
          isNull(webhooks.deletedAt),
          eq(webhooks.disabledReason, "failures"),
        ),
      )
      .orderBy(asc(webhooks.id)),
    expiringKeys(merchantId),
    countDifferences(merchantId),
    db().$count(
      auditLog,
      and(
        eq(auditLog.merchantId, merchantId),
        inArray(auditLog.action, UNSENT),
        gt(auditLog.id, firstIdSince(FAILED_EMAIL_DAYS)),
      ),
    ),
    db().$count(
      mailSuppressions,
      and(
        eq(mailSuppressions.merchantId, merchantId),
        eq(mailSuppressions.reason, "bounced"),
        gt(mailSuppressions.id, firstIdSince(BOUNCE_DAYS)),
      ),
    ),
  ]);
  return { webhooks: disabled, keys, differences, failedEmails, bouncedAddresses };
}

/** The first id of this many days ago, because ids are in the order of their time. */
const firstIdSince = (days: number) => sql`first_id_at(now() - make_interval(days => ${days}))`;

const expiringKeys = (merchantId: string) =>
  db()
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      expiresAt: sql<Date>`${apiKeys.expiresAt}`.mapWith(apiKeys.expiresAt),
    })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.merchantId, merchantId),
        gt(apiKeys.expiresAt, sql`now()`),
        lte(apiKeys.expiresAt, sql`now() + ${KEY_EXPIRES_SOON}`),
        // Not keys with a shorter lifetime, such as those of the docs: their creator just chose the date.
        sql`${apiKeys.createdAt} < ${apiKeys.expiresAt} - ${KEY_EXPIRES_SOON}`,
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt))
    .limit(MAX_KEYS);

async function countDifferences(merchantId: string): Promise<number> {
  const connection = await findConnection(merchantId);
  return connection ? await countUnsettled(connection) : 0;
}
