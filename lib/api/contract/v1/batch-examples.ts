import { type Example, sameBody } from "@/lib/api/contract/shapes";
import type { Page } from "@/lib/base/page";
import type { Batch, BatchWithCards } from "@/lib/domain/batches/batch";
import type { Provision } from "@/lib/domain/shops/provision";

const createdAt = "2026-01-31T08:00:00.000Z";

const batch: Batch = {
  id: "0197a4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
  name: "Spring cards",
  source: "created",
  quantity: 10_000,
  createdCards: 10_000,
  currency: "USD",
  cardType: "physical",
  amountCents: 2_500,
  hasGuessableCodes: false,
  createdAt,
  lastRun: {
    kind: "create",
    total: 10_000,
    done: 10_000,
    skipped: 0,
    createdAt,
    finishedAt: "2026-01-31T08:00:02.410Z",
  },
};

export const createBatchExample: Example<{ batch: Batch }> = {
  body: sameBody({
    name: batch.name,
    quantity: batch.quantity,
    currency: batch.currency,
    cardType: batch.cardType,
    amountCents: batch.amountCents,
  }),
  result: () => ({
    batch: { ...batch, createdCards: 0, lastRun: { ...batch.lastRun, done: 0, finishedAt: null } },
  }),
};

export const readBatchExample: Example<BatchWithCards> = {
  result: () => ({ batch, cards: { inactive: 9_200, active: 790, disabled: 10 } }),
};

export const listBatchesExample: Example<Page<Batch>> = {
  query: { limit: "1" },
  result: () => ({ items: [batch], total: 1, limit: 1, offset: 0, nextCursor: null }),
};

/** Creates gift cards for the active cards of readBatchExample; none of them is in the online shop yet. */
export const provisionExample: Example<Provision> = {
  result: () => ({ batchId: batch.id, status: "queued", total: 790, provisioned: 0, failed: 0 }),
};
