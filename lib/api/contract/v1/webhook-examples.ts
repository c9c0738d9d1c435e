import { type Example, sameBody } from "@/lib/api/contract/shapes";
import type { Page } from "@/lib/base/page";
import type { Delivery } from "@/lib/domain/webhooks/list-deliveries";
import type { PostResult } from "@/lib/domain/webhooks/post";
import type { WebhookDetails } from "@/lib/domain/webhooks/read";
import { sealSecret } from "@/lib/domain/webhooks/sealed-secret";
import type { Webhook } from "@/lib/domain/webhooks/webhook";

// Like examples.ts: domain data that each shape's presenter formats.

const webhookOwner = {
  id: "0197a7d0-3c2b-7a69-84e5-8e9fa0b1c2d3",
  merchantId: "0197a3c2-6f1d-7b52-8c40-1d2e3f4a5b6c",
};
const url = "https://pos.example.com/webhooks/scrip";
const events: Webhook["events"] = ["card.activated", "card.debited"];

const webhook = (): Webhook => ({
  ...webhookOwner,
  url,
  events,
  active: true,
  disabledReason: null,
  disabledAt: null,
  lastError: null,
  sealedSecret: sealSecret(webhookOwner, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwb0example="),
  sealedNextSecret: null,
  retrySchedule: "standard",
  disableAfterHours: 0,
  createdAt: new Date("2026-01-30T16:20:11.004Z"),
  updatedAt: new Date("2026-01-30T16:20:11.004Z"),
});

const eventId = "0197a57e-c4c1-7b07-9f1e-6a7b8c9d0e1f";
const cardId = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
const deliveryId = "0197a57e-c4c6-7c18-8a2f-7b8c9d0e1f2a";

/** The body of a delivery, as a receiver gets it. */
export const eventBody = {
  id: eventId,
  event: "card.debited",
  sequence: 2,
  transactionId: "0197a57e-c4b8-7a96-8e0d-5f6a7b8c9d0e",
  timestamp: "2026-01-31T12:04:09.512Z",
  data: {
    cardUuid: cardId,
    amountCents: 950,
    currency: "USD",
    newBalanceCents: 4_050,
    consumerEmail: null,
  },
};

const delivery: Delivery = {
  id: deliveryId,
  webhookId: webhookOwner.id,
  eventId,
  event: "card.debited",
  cardId,
  sequence: 2,
  status: "delivered",
  nextAttemptAt: new Date("2026-01-31T12:04:09.530Z"),
  lastError: null,
  body: JSON.stringify(eventBody),
  createdAt: new Date("2026-01-31T12:04:09.512Z"),
  settledAt: new Date("2026-01-31T12:04:09.711Z"),
  deliveredAt: new Date("2026-01-31T12:04:09.711Z"),
  attempts: [
    {
      merchantId: webhookOwner.merchantId,
      id: "0197a57e-c579-7d29-9b30-8c9d0e1f2a3b",
      webhookId: webhookOwner.id,
      deliveryId,
      number: 1,
      url,
      httpStatus: 204,
      error: null,
      excerpt: null,
      durationMs: 181,
      createdAt: new Date("2026-01-31T12:04:09.711Z"),
    },
  ],
};

export const listWebhooksExample: Example<Page<Webhook>> = {
  result: () => ({ items: [webhook()], total: 1, limit: 20, offset: 0, nextCursor: null }),
};

export const createWebhookExample: Example<{ webhook: Webhook }> = {
  body: sameBody({ url, events }),
  result: () => ({ webhook: webhook() }),
};

export const readWebhookExample: Example<WebhookDetails> = {
  result: () => ({
    webhook: {
      ...webhook(),
      active: false,
      disabledReason: "failures",
      disabledAt: new Date("2026-01-31T12:40:21.306Z"),
      lastError: "Your endpoint responded with 503 after 2.1 s.",
    },
    missedCount: 27,
  }),
};

export const updateWebhookExample: Example<{ webhook: Webhook }> = {
  body: { A: { events, active: true }, B: { events, is_active: true } },
  result: () => ({ webhook: webhook() }),
};

export const removeWebhookExample: Example<{ success: true }> = {
  result: () => ({ success: true }),
};

export const testWebhookExample: Example<PostResult> = {
  body: sameBody({}),
  result: () => ({
    delivered: true,
    httpStatus: 204,
    error: null,
    excerpt: null,
    durationMs: 143,
    retryAfterMs: null,
  }),
};

export const listDeliveriesExample: Example<Page<Delivery>> = {
  query: { limit: "1" },
  result: () => ({
    items: [delivery],
    total: 312,
    limit: 1,
    offset: 0,
    nextCursor: "AZelfsTGfBiKL3uMnQ4fKh-7nU9q2sW1Z0vX4A",
  }),
};

export const resendExample: Example<{ delivery: Delivery }> = {
  body: sameBody({}),
  result: () => ({
    delivery: { ...delivery, status: "pending", settledAt: null },
  }),
};

export const replayExample: Example<{ queued: number; dismissed: number }> = {
  body: sameBody({ missed: "all" }),
  result: () => ({ queued: 27, dismissed: 0 }),
};
