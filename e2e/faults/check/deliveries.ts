import { type Delivered, isSuccess } from "../history";
import { groupBy } from "./collections";
import type { Check, Context, Violation } from "./context";
import { field, list, text } from "./json";
import type { EventRow } from "./rows";

const CHECK = "deliveries";

type Webhook = { id: string; merchantId: string; events: unknown[] };

/**
 * What receivers got are signed events as the ledger has them. At rest, each webhook accepted every event that it
 * subscribed to, and the service knows that.
 */
export const deliveries: Check = function* (context) {
  const { index } = context;
  const { ledger, delivered } = index;
  const webhooks = webhooksOf(context);
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  for (const delivery of delivered) {
    if (ledger.snapshotAfterMs(delivery.atMs) === Infinity) continue;
    const event = ledger.tables.events.get(delivery.eventId);
    const what = wrong(delivery, event, byId.get(delivery.webhookId));
    if (what)
      yield at(`webhook ${delivery.webhookId} got ${delivery.eventId}: ${what}`, delivery.atMs);
  }
  if (ledger.isAtRest) yield* undelivered(context, webhooks);
};

const at = (what: string, atMs: number): Violation => ({ check: CHECK, what, atMs, ops: [] });

const webhooksOf = ({ index }: Context): Webhook[] =>
  index.stores.flatMap(({ merchantId, about }) =>
    list(about, "webhooks").map((webhook) => ({
      merchantId,
      id: text(webhook, "id") ?? "",
      events: list(webhook, "events"),
    })),
  );

function wrong(
  { body, isSigned }: Delivered,
  event: EventRow | undefined,
  webhook: Webhook | undefined,
): string | null {
  if (!isSigned) return "its signature is wrong";
  if (text(body, "event") === "webhook.test") return null;
  if (!event) return "it is no event of the ledger";
  if (!webhook) return "the webhook is unknown";
  if (webhook.merchantId !== event.merchant_id) return "it is an event of another store";
  if (!webhook.events.includes(event.event)) return "it isn't subscribed to";
  const expected = bodyOf(event);
  const different = Object.keys(expected).find(
    (name) => JSON.stringify(field(body, ...name.split("."))) !== JSON.stringify(expected[name]),
  );
  return different ? `its ${different} is ${field(body, ...different.split("."))}` : null;
}

/** What the body of an event must say. */
const bodyOf = (event: EventRow): Record<string, unknown> => ({
  id: event.id,
  event: event.event,
  sequence: event.sequence,
  transactionId: event.transaction_id ?? undefined,
  timestamp: new Date(event.created_at).toISOString(),
  "data.cardUuid": event.card_id,
  "data.amountCents": event.amount_cents,
  "data.currency": event.currency,
  "data.newBalanceCents": event.new_balance_cents,
  "data.consumerEmail": event.consumer_email,
});

const isAccepted = ({ answered }: Delivered): boolean => answered !== null && isSuccess(answered);

function* undelivered({ index }: Context, webhooks: Webhook[]): Iterable<Violation> {
  const { tables, beganMs } = index.ledger;
  const keyOf = (webhookId: string, eventId: string) => `${webhookId} ${eventId}`;
  const accepted = new Set(
    index.delivered.filter(isAccepted).map(({ webhookId, eventId }) => keyOf(webhookId, eventId)),
  );
  const statuses = new Map<string, string>();
  for (const { webhook_id, event_id, status, delivered_at } of tables.webhook_deliveries.values())
    statuses.set(keyOf(webhook_id, event_id), delivered_at ? "delivered" : status);
  const byStore = groupBy(tables.events.values(), ({ merchant_id }) => merchant_id);
  for (const { id, merchantId, events } of webhooks) {
    for (const event of byStore.get(merchantId) ?? []) {
      if (!events.includes(event.event)) continue;
      const key = keyOf(id, event.id);
      const status = statuses.get(key) ?? "missing";
      const what = `event ${event.id} (${event.event}) to webhook ${id}`;
      if (!accepted.has(key)) yield at(`${what} was never delivered; it is ${status}`, beganMs);
      else if (status !== "delivered") yield at(`${what} was delivered, and is ${status}`, beganMs);
    }
  }
}
