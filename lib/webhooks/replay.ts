import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { events } from "../db/schema/events";
import { webhookDeliveries as deliveries, webhooks } from "../db/schema/webhooks";
import { invalid } from "../errors";
import { operation } from "../ledger/operation";
import { lockWebhook } from "./find";
import { allowLongQueues, isMissed, ofWebhook, queuedAgain } from "./missed";
import { type ReplayChoice, SKIPPED } from "./webhook";

export type Replay = { webhookId: string } & (
  | { missed: ReplayChoice; since?: undefined }
  | { since: Date; missed?: undefined }
);

/**
 * Sends again what a webhook missed (held, or failed since its last success): all of it, or each
 * card's latest; or dismisses it. With `since`, everything from that instant on. Each begins with
 * fresh retries. Refuses: not_found, invalid_request while the webhook is disabled.
 */
export const replay = (ctx: Ctx, { webhookId, missed, since }: Replay) =>
  operation(ctx, async (tx): Promise<{ queued: number; dismissed: number }> => {
    const webhook = await lockWebhook(tx, ctx.merchantId, webhookId);
    if (!webhook.active && missed !== "skip") {
      throw invalid(since ? "since" : "missed", "re-enable the webhook before replaying to it");
    }
    const which = since
      ? and(ofWebhook(ctx.merchantId, webhookId), gte(deliveries.createdAt, since))
      : isMissed(ctx.merchantId, webhookId);
    await allowLongQueues(tx);
    let queued = 0;
    let dismissed = 0;
    if (missed === "latest") dismissed = await dismiss(tx, and(which, overtaken(which)));
    if (missed === "skip") dismissed = await dismiss(tx, which);
    else queued = await queue(tx, which);
    if (missed) {
      await tx
        .update(webhooks)
        .set({ failingSince: null })
        .where(and(eq(webhooks.merchantId, ctx.merchantId), eq(webhooks.id, webhookId)));
    }
    const details = { missed, since, queued, dismissed };
    await audit(tx, authorOf(ctx), { action: "webhook.replayed", subjectId: webhookId, details });
    ctx.reply.deliveries += queued;
    return { queued, dismissed };
  });

/** Those of an event that a later one of the same card and kind, missed too, has overtaken. */
const overtaken = (which: SQL | undefined): SQL => sql`${deliveries.id} in (
  select id from (
    select ${deliveries.id} as id, row_number() over (
      partition by ${events.cardId}, ${events.event} order by ${events.sequence} desc) as place
    from ${deliveries} join ${events} on ${events.merchantId} = ${deliveries.merchantId}
      and ${events.id} = ${deliveries.eventId}
    where ${which}) ranked
  where place > 1)`;

async function queue(tx: Tx, which: SQL | undefined): Promise<number> {
  const { count } = await tx
    .update(deliveries)
    .set(queuedAgain)
    .where(and(which, sql`${deliveries.status} <> 'pending'`));
  return count;
}

async function dismiss(tx: Tx, which: SQL | undefined): Promise<number> {
  const { count } = await tx
    .update(deliveries)
    .set({ status: "failed", dismissedAt: sql`clock_timestamp()`, lastError: SKIPPED })
    .where(which);
  return count;
}
