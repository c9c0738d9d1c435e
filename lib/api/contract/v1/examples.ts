import { type Example, sameBody } from "@/lib/api/contract/shapes";
import type { Page } from "@/lib/base/page";
import { sealCode } from "@/lib/domain/cards/code";
import type { IssuedCredit } from "@/lib/domain/store-credit/issue";
import type { WalletWithCard } from "@/lib/domain/store-credit/read";
import type { TransactionWithActor } from "@/lib/domain/transactions/list-with-actors";
import type { CardWithHistory } from "@/lib/domain/transactions/read-card";
import type { TransactionDetails } from "@/lib/domain/transactions/read-transaction";
import type { Card, MovementResult, Transaction } from "@/lib/ledger/post/records";

// One afternoon at one point of sale, as domain data that each shape's presenter formats. Results are
// functions because encrypting a code needs a key that is read at run time.

const merchantId = "0197a3c2-6f1d-7b52-8c40-1d2e3f4a5b6c";
const cardId = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";

const activatedAt = "2026-01-31T09:30:00.000Z";
const redeemedAt = "2026-01-31T12:04:09.512Z";

export const cardWith = (facts: Partial<Card>): Card => ({
  id: cardId,
  merchantId,
  currency: "USD",
  balanceCents: 0,
  status: "active",
  cardType: "digital",
  expiresOn: "2028-01-31",
  sequence: 0,
  ownerEmail: null,
  sealedCode: sealCode({ merchantId, id: cardId }, "7KQM2XWP9RTBHC4F"),
  createdAt: "2026-01-31T09:28:41.207Z",
  updatedAt: activatedAt,
  ...facts,
});

const inactiveCard = (): Card =>
  cardWith({ status: "inactive", expiresOn: null, updatedAt: "2026-01-31T09:28:41.207Z" });
const activatedCard = (): Card => cardWith({ balanceCents: 5_000, sequence: 1 });
const redeemedCard = (): Card =>
  cardWith({ balanceCents: 4_050, sequence: 2, updatedAt: redeemedAt });

const activation: Transaction = {
  id: "0197a4f1-9a20-7d3f-b1c2-4e5f60718293",
  cardId,
  sequence: 1,
  type: "load",
  status: "completed",
  amountCents: 5_000,
  currency: "USD",
  balanceAfterCents: 5_000,
  note: null,
  referenceId: null,
  source: null,
  transferId: null,
  createdAt: activatedAt,
};

export const redemption: Transaction = {
  ...activation,
  id: "0197a57e-c4b8-7a96-8e0d-5f6a7b8c9d0e",
  sequence: 2,
  type: "spend",
  amountCents: 950,
  balanceAfterCents: 4_050,
  note: "Lunch",
  referenceId: "receipt-10482",
  metadata: { register: "2" },
  createdAt: redeemedAt,
};

const refund: Transaction = {
  ...redemption,
  id: "0197a5b3-18d6-7f04-a2b3-6c7d8e9fa0b1",
  sequence: 3,
  type: "load",
  amountCents: 450,
  balanceAfterCents: 4_500,
  note: "Returned coffee",
  referenceId: "refund-10482",
  source: "refund",
  originalTransactionId: redemption.id,
  metadata: null,
  createdAt: "2026-01-31T12:11:50.090Z",
};

const topUp: Transaction = {
  ...activation,
  sequence: 3,
  amountCents: 2_500,
  balanceAfterCents: 6_550,
  note: "At the counter",
};

const pageOf = <T>(items: T[], total: number): Page<T> => ({
  items,
  total,
  limit: items.length,
  offset: 0,
  nextCursor: "AZek8F87fB6dUzsfWmx9jk1c0mZ1b3qk9w2vX4-A",
});

export const createExample: Example<{ card: Card }> = {
  body: sameBody({ currency: "USD", cardType: "digital", metadata: { rack: "4B" } }),
  result: () => ({ card: { ...inactiveCard(), metadata: { rack: "4B" } } }),
};

export const updateCardExample: Example<{ card: Card }> = {
  body: sameBody({ metadata: { campaign: "spring", rack: null } }),
  result: () => ({ card: { ...redeemedCard(), metadata: { campaign: "spring" } } }),
};

export const activateExample: Example<{ card: Card }> = {
  body: {
    A: { amountCents: 5_000, referenceId: "receipt-10480" },
    B: { amountCents: 5_000, currency: "USD", referenceId: "receipt-10480" },
  },
  result: () => ({ card: activatedCard() }),
};

export const debitExample: Example<MovementResult> = {
  body: sameBody({
    amountCents: 950,
    note: "Lunch",
    referenceId: "receipt-10482",
    metadata: { register: "2" },
  }),
  result: () => ({ card: redeemedCard(), transaction: redemption, previousBalanceCents: 5_000 }),
};

export const creditExample: Example<MovementResult> = {
  body: sameBody({
    amountCents: 450,
    originalTransactionId: redemption.id,
    note: "Returned coffee",
    referenceId: "refund-10482",
  }),
  result: () => ({
    card: cardWith({ balanceCents: 4_500, sequence: 3, updatedAt: refund.createdAt }),
    transaction: refund,
    previousBalanceCents: 4_050,
  }),
};

export const loadExample: Example<MovementResult> = {
  body: sameBody({ code: "7KQM-2XWP-9RTB-HC4F", amountCents: 2_500, note: "At the counter" }),
  result: () => ({
    card: cardWith({ balanceCents: 6_550, sequence: 3 }),
    transaction: topUp,
    previousBalanceCents: 4_050,
  }),
};

export const redeemExample: Example<MovementResult> = {
  body: sameBody({
    code: "7KQM-2XWP-9RTB-HC4F",
    amountCents: 950,
    allowPartial: true,
    note: "Lunch",
    referenceId: "receipt-10482",
  }),
  result: () => ({
    card: redeemedCard(),
    transaction: redemption,
    previousBalanceCents: 5_000,
    requestedAmountCents: 950,
  }),
};

export const disableExample: Example<{ card: Card }> = {
  body: sameBody({ balance: "keep" }),
  result: () => ({ card: cardWith({ ...redeemedCard(), status: "disabled" }) }),
};

export const claimExample: Example<{ card: Card }> = {
  body: sameBody({ email: "ada@example.com" }),
  result: () => ({ card: { ...activatedCard(), ownerEmail: "ada@example.com" } }),
};

export const balanceExample: Example<Card> = { result: redeemedCard };

export const readCardExample: Example<CardWithHistory> = {
  result: () => ({
    card: redeemedCard(),
    transactions: [redemption, activation],
    hasMoreTransactions: false,
  }),
};

export const lookupExample: Example<CardWithHistory> = {
  ...readCardExample,
  body: sameBody({ code: "7KQM-2XWP-9RTB-HC4F" }),
};

export const listCardsExample: Example<Page<Card, number | null>> = {
  query: { status: "active", limit: "1" },
  result: () => pageOf([redeemedCard()], 12_304),
};

export const transactionDetailsExample: Example<TransactionDetails> = {
  result: () => ({
    transaction: redemption,
    reversedByTransactionId: null,
    refundedCents: 450,
    refundableCents: 500,
    refunds: [{ id: refund.id, amountCents: 450, createdAt: refund.createdAt }],
  }),
};

const till = {
  type: "key",
  id: "0197a3c4-8e2f-7c63-9d51-2e3f4a5b6c7d",
  name: "Till 2",
} as const;

export const listTransactionsExample: Example<Page<TransactionWithActor, number | null>> = {
  query: { from: "2026-01-31T00:00:00Z", limit: "2" },
  result: () =>
    pageOf(
      [redemption, activation].map((row) => ({ ...row, actor: till })),
      48_120,
    ),
};

const WALLET_ID = "0197a6c4-2b1a-7e58-93d4-7d8e9fa0b1c2";

export const storeCreditExample: Example<IssuedCredit> = {
  body: sameBody({
    email: "ada@example.com",
    amountCents: 1_500,
    currency: "USD",
    source: "refund",
    note: "Parcel came late",
    referenceId: "order-7731",
  }),
  result: () => ({
    card: cardWith({ balanceCents: 1_500, sequence: 1, ownerEmail: "ada@example.com" }),
    transaction: {
      ...activation,
      amountCents: 1_500,
      balanceAfterCents: 1_500,
      note: "Parcel came late",
      referenceId: "order-7731",
      source: "refund",
    },
    previousBalanceCents: 0,
    walletId: WALLET_ID,
  }),
};

const wallet = (): WalletWithCard => ({
  id: WALLET_ID,
  email: "ada@example.com",
  cardId,
  card: cardWith({ balanceCents: 1_500, sequence: 1, ownerEmail: "ada@example.com" }),
  createdAt: new Date(activatedAt),
});

export const readWalletExample: Example<WalletWithCard> = { result: wallet };

export const listWalletsExample: Example<Page<WalletWithCard>> = {
  query: { email: "ada@example.com" },
  result: () => ({ items: [wallet()], total: 1, limit: 20, offset: 0, nextCursor: null }),
};
