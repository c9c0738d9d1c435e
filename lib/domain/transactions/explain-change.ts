import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { transactions } from "@/lib/db/schema/transactions";
import { events } from "@/lib/db/schema/webhooks";
import { findCard } from "@/lib/domain/cards/find";
import { giftOfMovement } from "@/lib/domain/gifts/list";
import { transferOfMovement } from "@/lib/domain/transfers/read";
import { listWebhooks } from "@/lib/domain/webhooks/find";
import { type Delivery, deliveriesOf } from "@/lib/domain/webhooks/list-deliveries";

/**
 * The gift or transfer behind a card's change, as this store sees it, and the events it caused with their
 * deliveries. Events are deleted after 90 days. Only people who can change webhooks see the receivers'
 * responses. Refuses: not_found.
 */
export async function explainChange(
  { merchantId, principal }: Ctx,
  { cardId, sequence }: { cardId: string; sequence: number },
) {
  const card = await findCard(merchantId, cardId);
  if (!card || sequence > card.sequence) throw new Refusal("not_found");
  const [caused, webhooks, cause] = await Promise.all([
    eventsOf(merchantId, cardId, sequence),
    listWebhooks(merchantId),
    causeOf(merchantId, cardId, sequence),
  ]);
  const deliveries = await deliveriesOf(
    merchantId,
    webhooks.map(({ id }) => id),
    caused.map(({ id }) => id),
  );
  const seesAnswers = principal.scopes.includes("webhooks:write");
  return {
    ...cause,
    events: caused.map((event) => ({
      ...event,
      deliveries: webhooks.flatMap((webhook) =>
        deliveries
          .filter(({ webhookId, eventId }) => webhookId === webhook.id && eventId === event.id)
          .map((delivery) => ({
            webhook,
            delivery: seesAnswers ? delivery : withoutBodies(delivery),
          })),
      ),
    })),
  };
}

export type Explanation = Awaited<ReturnType<typeof explainChange>>;

async function causeOf(merchantId: string, cardId: string, sequence: number) {
  const [moved = null] = await db()
    .select({ id: transactions.id, type: transactions.type })
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, merchantId),
        eq(transactions.cardId, cardId),
        eq(transactions.sequence, sequence),
      ),
    );
  const [gift, transfer] = await Promise.all([
    moved && giftOfMovement(merchantId, moved),
    moved && transferOfMovement(merchantId, moved.id),
  ]);
  return { gift, transfer };
}

const eventsOf = (merchantId: string, cardId: string, sequence: number) =>
  db()
    .select({ id: events.id, event: events.event, createdAt: events.createdAt })
    .from(events)
    .where(
      and(
        eq(events.merchantId, merchantId),
        eq(events.cardId, cardId),
        eq(events.sequence, sequence),
      ),
    )
    .orderBy(asc(events.event));

const withoutBodies = (delivery: Delivery): Delivery => ({
  ...delivery,
  body: null,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, excerpt: null })),
});
