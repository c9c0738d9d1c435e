import { type Example, sameBody } from "@/lib/api/contract/shapes";
import type { Page } from "@/lib/base/page";
import type { Hold } from "@/lib/domain/holds/hold";
import type { PlacedHold } from "@/lib/domain/holds/place";
import type { MovementResult } from "@/lib/ledger/post/records";
import { cardWith, redemption } from "./examples";

// A table at a restaurant: $60.00 is held when the guests sit down, and $52.40 is captured when they pay.

const placedAt = "2026-01-31T18:30:00.000Z";
const capturedAt = "2026-01-31T20:05:41.300Z";

const tableHold = (facts: Partial<Hold> = {}): Hold => ({
  id: "0197a6f0-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
  cardId: redemption.cardId,
  amountCents: 6_000,
  capturedCents: 0,
  currency: "USD",
  status: "held",
  expiresAt: "2026-01-31T22:30:00.000Z",
  referenceId: "table-12",
  note: null,
  metadata: null,
  createdAt: placedAt,
  ...facts,
});

const captured = (): Hold => tableHold({ status: "captured", capturedCents: 5_240 });

export const placeHoldExample: Example<PlacedHold> = {
  body: sameBody({ amountCents: 6_000, expiresInSeconds: 14_400, referenceId: "table-12" }),
  result: () => ({ hold: tableHold() }),
};

export const readHoldExample: Example<{ hold: Hold }> = { result: () => ({ hold: tableHold() }) };

export const listHoldsExample: Example<Page<Hold>> = {
  query: { status: "held" },
  result: () => ({ items: [tableHold()], total: 1, limit: 20, offset: 0, nextCursor: null }),
};

export const captureExample: Example<MovementResult & { hold: Hold }> = {
  body: sameBody({ amountCents: 5_240, note: "Dinner for two" }),
  result: () => ({
    hold: captured(),
    card: cardWith({ balanceCents: 4_760, sequence: 2, updatedAt: capturedAt }),
    transaction: {
      ...redemption,
      amountCents: 5_240,
      balanceAfterCents: 4_760,
      note: "Dinner for two",
      referenceId: "table-12",
      holdId: captured().id,
      createdAt: capturedAt,
    },
    previousBalanceCents: 10_000,
  }),
};

export const releaseExample: Example<{ hold: Hold }> = {
  body: sameBody({}),
  result: () => ({ hold: tableHold({ status: "released" }) }),
};
