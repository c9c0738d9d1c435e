import { operatorContext } from "@/lib/domain/people/operator";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { makeCard, makeStore } from "./bench-stores";
import { withoutTimeout } from "./history";

export type StoreWithWebhooks = { merchantId: string; cardId: string; webhookIds: string[] };

/** Creates a store with a card and webhooks without deliveries. */
export async function makeStoreWithWebhooks(
  url: string,
  webhooks: number,
): Promise<StoreWithWebhooks> {
  const merchantId = await makeStore();
  const cardId = await makeCard(merchantId);
  const webhookIds = [];
  for (let n = 0; n < webhooks; n++) {
    const { webhook } = await createWebhook(operatorContext(merchantId), {
      url,
      events: ["card.debited"],
    });
    webhookIds.push(webhook.id);
  }
  return { merchantId, cardId, webhookIds };
}

/** Adds events, each with a delivery to every webhook of the store. */
export async function addDeliveries(
  { merchantId, cardId, webhookIds }: StoreWithWebhooks,
  events: number,
  status: "pending" | "delivered",
): Promise<void> {
  await withoutTimeout(
    (sql) => sql`
    with emitted as (
      insert into events (merchant_id, id, event, card_id, sequence, amount_cents, currency,
          new_balance_cents)
        select ${merchantId}, gen_random_uuid(), 'card.debited', ${cardId}, n, 1, 'USD', 1
        from generate_series(1, ${events}::int) n returning id
    )
    insert into webhook_deliveries (merchant_id, id, webhook_id, event_id, status, body, settled_at)
      select ${merchantId}, gen_random_uuid(), w.id, emitted.id, ${status},
        case when ${status} = 'delivered' then repeat('x', 300) end,
        case when ${status} = 'delivered' then now() end
      from emitted cross join unnest(${webhookIds}::uuid[]) w (id)`,
  );
}
