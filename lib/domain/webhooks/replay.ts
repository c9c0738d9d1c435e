import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import { extendStatementTimeout, type Tx } from "@/lib/db/client/client";
import { webhookDeliveries as deliveries, events, webhooks } from "@/lib/db/schema/webhooks";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { isWebhook, lockWebhook } from "./find";
import { type Delivery, findDelivery } from "./list-deliveries";
import { isMissed, LONG_QUEUE_SECONDS, ofWebhook, QUEUED_AGAIN_VALUES } from "./missed";
import { type ReplayChoice, SKIPPED_ERROR } from "./webhook";

export type Replay = { webhookId: string } & (
  | { missed: ReplayChoice; since?: undefined }
  | { since: Date; missed?: undefined }
);

/**
 * Queues one delivery again with the same body and all its retries, whatever its status.
 * Refuses: not_found, invalid_request while the webhook is disabled.
 */
export const resend = (ctx: Ctx, ids: { webhookId: string; deliveryId: string }) =>
  operation(requireScope(ctx, "webhooks:write"), async (tx): Promise<{ delivery: Delivery }> => {
    const { merchantId } = ctx;
    const webhook = await lockWebhook(tx, merchantId, ids.webhookId);
    if (!webhook.active) throw invalidField("body", "the webhook is off; turn it on first");
    const { count } = await tx
      .update(deliveries)
      .set(QUEUED_AGAIN_VALUES)
      .where(and(ofWebhook(merchantId, webhook.id), eq(deliveries.id, ids.deliveryId)));
    if (count === 0) throw new Refusal("not_found");
    await audit(tx, authorOf(ctx), { action: "webhook.resent", subjectId: ids.deliveryId });
    ctx.reply.queuedWork = true;
    return { delivery: await findDelivery(tx, merchantId, webhook.id, ids.deliveryId) };
  });

/**
 * Queues what a webhook missed (held, or failed since its last success): everything, or each card's latest
 * event of each type. "skip" queues nothing. With `since`, queues everything since then. Refuses:
 * not_found, invalid_request while the webhook is disabled.
 */
export const replay = (ctx: Ctx, { webhookId, missed, since }: Replay) =>
  operation(
    requireScope(ctx, "webhooks:write"),
    async (tx): Promise<{ queued: number; dismissed: number }> => {
      const webhook = await lockWebhook(tx, ctx.merchantId, webhookId);
      if (!webhook.active && missed !== "skip") {
        throw invalidField(since ? "since" : "missed", "the webhook is off; turn it on first");
      }
      const which = since
        ? and(ofWebhook(ctx.merchantId, webhookId), gte(deliveries.createdAt, since))
        : isMissed(ctx.merchantId, webhookId);
      await extendStatementTimeout(tx, LONG_QUEUE_SECONDS);
      let queued = 0;
      let dismissed = 0;
      if (missed === "latest") dismissed = await dismiss(tx, and(which, isSuperseded(which)));
      if (missed === "skip") dismissed = await dismiss(tx, which);
      else queued = await queue(tx, which);
      if (missed) {
        await tx
          .update(webhooks)
          .set({ failingSince: null })
          .where(isWebhook(ctx.merchantId, webhookId));
      }
      const details = { missed, since, queued, dismissed };
      await audit(tx, authorOf(ctx), { action: "webhook.replayed", subjectId: webhookId, details });
      ctx.reply.queuedWork ||= queued > 0;
      return { queued, dismissed };
    },
  );

/** Whether a later event of the same card and type also matches. */
const isSuperseded = (which: SQL | undefined): SQL => sql`${deliveries.id} in (
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
    .set(QUEUED_AGAIN_VALUES)
    .where(and(which, sql`${deliveries.status} <> 'pending'`));
  return count;
}

async function dismiss(tx: Tx, which: SQL | undefined): Promise<number> {
  const { count } = await tx
    .update(deliveries)
    .set({ status: "failed", dismissedAt: sql`statement_timestamp()`, lastError: SKIPPED_ERROR })
    .where(which);
  return count;
}
