import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import type { PostResult } from "@/lib/domain/webhooks/post";
import type { ClaimedDelivery } from "@/lib/domain/webhooks/record-attempt";
import { makeCard } from "./ledger-fixtures";
import { createStore } from "./store";

export const FAILED_RESULT: PostResult = {
  delivered: false,
  httpStatus: 500,
  error: "Your endpoint responded with 500.",
  excerpt: null,
  durationMs: 1,
  retryAfterMs: null,
};
export const DELIVERED_RESULT: PostResult = {
  ...FAILED_RESULT,
  delivered: true,
  httpStatus: 204,
  error: null,
};

type StoreOptions = { webhooks?: number; debits?: number; url?: string };

/** Creates a store with webhooks that subscribe to debits, and a number of debits to deliver to each. */
export async function storeWithWebhook({
  webhooks = 1,
  debits = 0,
  url = "https://receiver.example.com/",
}: StoreOptions = {}) {
  const { id: merchantId, ctx } = await createStore();
  const webhookIds: string[] = [];
  for (let n = 0; n < webhooks; n++) {
    const { webhook } = await createWebhook(ctx(), { url, events: ["card.debited"] });
    webhookIds.push(webhook.id);
  }
  const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
  const debit = () => spend(ctx(), { cardId, amountCents: 1 });
  for (let n = 0; n < debits; n++) await debit();
  /** Claims this store's due deliveries. */
  const claim = async (): Promise<ClaimedDelivery[]> =>
    (await claimDue(100, new Map())).filter((claimed) => claimed.merchantId === merchantId);
  return { merchantId, ctx, webhookId: webhookIds[0] ?? "", webhookIds, debit, claim };
}
