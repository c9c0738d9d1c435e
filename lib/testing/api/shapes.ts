import type { Answer } from "@/e2e/support/client";

export const SHAPES = ["A", "B"] as const;
export type Shape = (typeof SHAPES)[number];

/** The names in a text, in alphabetical order. */
const names = (text: string) => text.split(/\s+/).sort();

const CARD_KEYS_A = names(
  "uuid code currency balanceCents availableCents status cardType ownerEmail merchantId expiresOn metadata frozen frozenReason replacedBy createdAt updatedAt",
);
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const CARD_KEYS_B = ["id", ...CARD_KEYS_A.map(snakeCase)].sort();
const HISTORY_KEYS = ["transactions", "hasMoreTransactions"];

const WEBHOOK_KEYS = {
  A: names("id url events active createdAt"),
  B: names("id url events is_active created_at"),
};
const WEBHOOK_DETAIL_KEYS = ["disabledAt", "disabledReason", "lastError", "missedCount"];

const TRANSACTION_KEYS = names(
  "id cardUuid type amountCents currency description status referenceId source metadata balanceAfterCents sequence createdAt",
);
const RETURN_KEYS = names("reversedByTransactionId refundedCents refundableCents refunds");

/** The exact keys of each resource in both shapes, in alphabetical order. */
export const RESOURCE_KEYS = {
  card: { A: CARD_KEYS_A, B: CARD_KEYS_B },
  cardWithHistory: {
    A: [...CARD_KEYS_A, ...HISTORY_KEYS].sort(),
    B: [...CARD_KEYS_B, ...HISTORY_KEYS].sort(),
  },
  me: names("store key shape scopes rateLimits"),
  transactionTotals: names("from to timeZone totals"),
  transaction: TRANSACTION_KEYS,
  transactionDetails: [...TRANSACTION_KEYS, ...RETURN_KEYS].sort(),
  reversal: names("outcome card transaction reversedTransaction"),
  outcome: names("key state status response requestId createdAt"),
  movement: names("card transaction"),
  replaced: names("card replaced"),
  debitB: names("uuid previousBalanceCents newBalanceCents availableCents currency"),
  hold: names(
    "id cardUuid amountCents capturedCents currency status expiresAt referenceId note metadata createdAt",
  ),
  captured: names("card hold transaction"),
  balance: names("uuid balanceCents availableCents currency status"),
  claimB: names("uuid email balanceCents availableCents expiresOn"),
  transferred: names("card transaction transfer"),
  transfer: names(
    "id direction cardUuid transactionId amountCents counterAmountCents counterCurrency rate rateAsOf createdAt currency",
  ),
  fxRate: names("from to rate asOf source stale quoteId expiresAt"),
  storeCreditB: names("success walletId transactionId creditBalanceCents"),
  wallet: {
    A: names("walletId email currency balanceCents card createdAt"),
    B: names("walletId email currency creditBalanceCents card createdAt"),
  },
  batch: {
    A: names(
      "id name source currency cardType amountCents quantity hasGuessableCodes createdCards status lastRun createdAt",
    ),
    B: names(
      "id name source currency card_type amount_cents quantity has_guessable_codes createdCards status lastRun created_at",
    ),
  },
  webhook: WEBHOOK_KEYS,
  webhookDetails: {
    A: [...WEBHOOK_KEYS.A, ...WEBHOOK_DETAIL_KEYS].sort(),
    B: [...WEBHOOK_KEYS.B, ...WEBHOOK_DETAIL_KEYS].sort(),
  },
  createdWebhookB: [...WEBHOOK_KEYS.B, "secret"].sort(),
  delivery: names(
    "id eventId event cardUuid sequence status attempts nextAttemptAt lastError body createdAt settledAt deliveredAt",
  ),
  webhookTest: names("delivered httpStatus error excerpt durationMs"),
  page: {
    A: (list: string) => names(`${list} total limit offset nextCursor`),
    B: (list: string) => names(`${list} total limit offset next_cursor`),
  },
};

type Body = Answer["body"];

/** Converts a card of either shape to Shape A, including its status. */
export const asCardA = (card: Body): Body => {
  if (!("id" in card)) return card;
  const { id: _id, status, ...rest } = card;
  const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const named = Object.entries(rest).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(named), status: status === "unactivated" ? "inactive" : status };
};

/** Reads a page's next cursor in either shape. */
export const nextCursorOf = (shape: Shape, page: Body): string | null =>
  shape === "A" ? page.nextCursor : page.next_cursor;
