import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import type { PostResult } from "@/lib/domain/webhooks/post";
import { recordAttempt } from "@/lib/domain/webhooks/record-attempt";
import { setDeliverySettings } from "@/lib/domain/webhooks/set-delivery-settings";
import type { DemoStore } from "./store";
import type { Story } from "./timeline";

const HOUR_MS = 3_600_000;

const DELIVERED: PostResult = {
  delivered: true,
  httpStatus: 204,
  error: null,
  excerpt: null,
  durationMs: 143,
  retryAfterMs: null,
};
const BUSY: PostResult = {
  delivered: false,
  httpStatus: 503,
  error: "Your endpoint responded with 503 after 2.1 s.",
  excerpt: "Service Unavailable",
  durationMs: 2_140,
  retryAfterMs: null,
};

/**
 * The last day's sales, and three webhooks that follow them: one healthy, one whose deliveries are being retried,
 * and one that is disabled and holds events. Their hosts are reserved names that lead nowhere.
 */
export async function followLastDay(store: DemoStore, nowMs: number): Promise<Story> {
  const add = async (name: string, events: string[]) => {
    const url = `https://${name}.juniper-books.example/scrip`;
    return (await createWebhook(store.asOwner(), { url, events })).webhook.id;
  };
  const healthy = await add("till", ["card.debited", "card.credited"]);
  const retrying = await add("crm", ["card.activated"]);
  const disabled = await add("reports", ["card.balance_changed"]);
  const patience = { retrySchedule: "three_days", disableAfterHours: 72 } as const;
  await setDeliverySettings(store.asOwner(), { webhookId: retrying, ...patience });

  const attemptDue = async () => {
    // As if earlier attempts had failed: the next one exhausts the delivery.
    await pg()`update webhook_deliveries set attempts = 3 where webhook_id = ${disabled}`;
    for (const claimed of await claimDue(1_000, new Map())) {
      await recordAttempt(claimed, claimed.webhookId === healthy ? DELIVERED : BUSY);
    }
  };
  return Array.from({ length: 8 }, (_, n) => ({
    atMs: nowMs - (23.5 - 3 * n) * HOUR_MS,
    run: async () => {
      const ctx = store.as("Front counter");
      const { card } = await create(ctx, { currency: "USD", cardType: "physical" });
      await activate(ctx, { cardId: card.id, amountCents: 2_500 });
      await spend(ctx, { cardId: card.id, amountCents: 850 + 45 * n, referenceId: `R-9${n}01` });
      await attemptDue();
    },
  }));
}
