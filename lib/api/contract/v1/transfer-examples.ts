import { type Example, sameBody } from "@/lib/api/contract/shapes";
import type { Quote } from "@/lib/domain/fx/quote";
import type { Transfer } from "@/lib/domain/transfers/read";
import type { Transferred } from "@/lib/domain/transfers/transfer";
import { cardWith, redemption } from "./examples";

const QUOTE_ID =
  "fxq_bEhkM3h2UWZfVVNEX0VVUl8yMDI2LTAxLTMwXzE3Njk4NjE3NjAwMDA.9b1QmYw0Ud5mHqk3xw2rTA";

export const fxRateExample: Example<Quote> = {
  query: { from: "USD", to: "EUR", amountCents: "2500" },
  result: () => ({
    from: "USD",
    to: "EUR",
    rate: "0.934142923867",
    asOf: "2026-01-30",
    source: "European Central Bank",
    stale: false,
    quoteId: QUOTE_ID,
    expiresAt: new Date("2026-01-31T12:14:00.000Z"),
    amountCents: 2_500,
    convertedAmountCents: 2_335,
  }),
};

const transfer: Transfer = {
  id: "0197a6e0-44c1-7d0a-8b7e-2f3a4b5c6d7e",
  direction: "out",
  cardId: redemption.cardId,
  transactionId: "0197a6e0-44c2-7f19-a0c3-3a4b5c6d7e8f",
  amountCents: 2_500,
  currency: "USD",
  counterAmountCents: 2_335,
  counterCurrency: "EUR",
  rate: "0.934142923867",
  rateAsOf: "2026-01-30",
  createdAt: "2026-01-31T12:06:00.000Z",
};

export const readTransferExample: Example<{ transfer: Transfer }> = {
  result: () => ({ transfer }),
};

export const transferExample: Example<Transferred> = {
  body: sameBody({
    fromCardUuid: redemption.cardId,
    toCode: "M4TW-8ZQK-3HVB-2NSA",
    amountCents: 2_500,
  }),
  result: () => ({
    card: cardWith({ balanceCents: 1_550, sequence: 3, updatedAt: transfer.createdAt }),
    transaction: {
      ...redemption,
      id: transfer.transactionId,
      sequence: 3,
      type: "transfer_out",
      amountCents: 2_500,
      balanceAfterCents: 1_550,
      note: null,
      referenceId: null,
      transferId: transfer.id,
      createdAt: transfer.createdAt,
    },
    previousBalanceCents: 4_050,
    transfer,
  }),
};
