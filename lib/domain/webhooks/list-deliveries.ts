import { and, asc, desc, eq, inArray, lt, type SQL } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { webhookDeliveries as deliveries, events, webhookAttempts } from "@/lib/db/schema/webhooks";
import { findWebhook } from "./find";
import { firstDeliveredAt, ofWebhook } from "./missed";

type Attempt = typeof webhookAttempts.$inferSelect;

const DELIVERY_COLUMNS = {
  id: deliveries.id,
  webhookId: deliveries.webhookId,
  eventId: deliveries.eventId,
  event: events.event,
  cardId: events.cardId,
  sequence: events.sequence,
  status: deliveries.status,
  nextAttemptAt: deliveries.nextAttemptAt,
  lastError: deliveries.lastError,
  body: deliveries.body,
  createdAt: deliveries.createdAt,
  settledAt: deliveries.settledAt,
  deliveredAt: firstDeliveredAt,
};

const select = (from: Db | Tx, which: SQL | undefined) =>
  from
    .select(DELIVERY_COLUMNS)
    .from(deliveries)
    .innerJoin(
      events,
      and(eq(events.merchantId, deliveries.merchantId), eq(events.id, deliveries.eventId)),
    )
    .where(which);

type Row = Awaited<ReturnType<typeof select>>[number];

/** A delivery with its attempts, oldest first. */
export type Delivery = Row & { attempts: Attempt[] };

type Filters = { webhookId: string; status?: Row["status"] | undefined };

// The page, its attempts and the total come from one snapshot.
const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/** Lists a webhook's deliveries, newest first, with every attempt. Refuses: not_found. */
export async function listDeliveries(
  ctx: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & Filters,
): Promise<Page<Delivery>> {
  const { merchantId } = ctx;
  await findWebhook(merchantId, filters.webhookId);
  const matching = and(
    ofWebhook(merchantId, filters.webhookId),
    filters.status ? eq(deliveries.status, filters.status) : undefined,
  );
  const read = async (tx: Tx) => {
    const page = await pageOf(
      { limit, offset, cursor },
      { list: "deliveries", merchantId, ...filters },
      (after, rows, skipped) =>
        select(tx, and(matching, after ? lt(deliveries.id, after) : undefined))
          .orderBy(desc(deliveries.id))
          .limit(rows)
          .offset(skipped),
      () => tx.$count(deliveries, matching),
    );
    return { ...page, items: await withAttempts(tx, merchantId, page.items) };
  };
  return await readFromReplica((from) => from.transaction(read, SNAPSHOT));
}

/** The deliveries of these events to these webhooks, oldest first. */
export async function deliveriesOf(
  merchantId: string,
  webhookIds: string[],
  eventIds: string[],
): Promise<Delivery[]> {
  if (webhookIds.length === 0 || eventIds.length === 0) return [];
  const which = and(
    eq(deliveries.merchantId, merchantId),
    inArray(deliveries.webhookId, webhookIds),
    inArray(deliveries.eventId, eventIds),
  );
  return withAttempts(db(), merchantId, await select(db(), which).orderBy(asc(deliveries.id)));
}

/** Reads one delivery of a webhook with its attempts. Refuses: not_found. */
export async function readDelivery(
  { merchantId }: Ctx,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<{ delivery: Delivery }> {
  await findWebhook(merchantId, webhookId);
  return { delivery: await findDelivery(db(), merchantId, webhookId, deliveryId) };
}

/** Like `readDelivery`, without checking the webhook. Refuses: not_found. */
export async function findDelivery(
  from: Db | Tx,
  merchantId: string,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  const own = and(ofWebhook(merchantId, webhookId), eq(deliveries.id, deliveryId));
  const [delivery] = await withAttempts(from, merchantId, await select(from, own));
  return found(delivery);
}

async function withAttempts(from: Db | Tx, merchantId: string, rows: Row[]): Promise<Delivery[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const attempts = await from
    .select()
    .from(webhookAttempts)
    .where(
      and(eq(webhookAttempts.merchantId, merchantId), inArray(webhookAttempts.deliveryId, ids)),
    )
    .orderBy(asc(webhookAttempts.id));
  return rows.map((row) => ({
    ...row,
    attempts: attempts.filter((attempt) => attempt.deliveryId === row.id),
  }));
}
