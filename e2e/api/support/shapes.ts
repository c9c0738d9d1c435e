import type { Answer } from "../../support/client";

export const SHAPES = ["A", "B"] as const;
export type Shape = (typeof SHAPES)[number];

const CARD_A = [
  "uuid",
  "code",
  "currency",
  "balanceCents",
  "status",
  "cardType",
  "ownerEmail",
  "merchantId",
  "expiresOn",
  "createdAt",
  "updatedAt",
];
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const CARD_B = ["id", ...CARD_A.map(snakeCase)];
const HISTORY = ["transactions", "hasMoreTransactions"];

const WEBHOOK = {
  A: ["active", "createdAt", "events", "id", "url"],
  B: ["created_at", "events", "id", "is_active", "url"],
};
const WEBHOOK_DETAILS = ["disabledAt", "disabledReason", "lastError", "missedCount"];

/** The exact keys of each resource in both shapes, in alphabetical order. */
export const NAMES = {
  card: { A: CARD_A.sort(), B: CARD_B.sort() },
  cardWithHistory: { A: [...CARD_A, ...HISTORY].sort(), B: [...CARD_B, ...HISTORY].sort() },
  transaction: [
    "amountCents",
    "balanceAfterCents",
    "cardUuid",
    "createdAt",
    "currency",
    "description",
    "id",
    "referenceId",
    "sequence",
    "source",
    "status",
    "type",
  ],
  movement: ["card", "transaction"],
  debitB: ["currency", "newBalanceCents", "previousBalanceCents", "uuid"],
  balance: ["balanceCents", "currency", "status", "uuid"],
  claimB: ["balanceCents", "email", "expiresOn", "uuid"],
  transferred: ["card", "transaction", "transfer"],
  transfer: [
    ...["amountCents", "cardUuid", "counterAmountCents", "counterCurrency", "createdAt"],
    ...["currency", "direction", "id", "rate", "rateAsOf", "transactionId"],
  ],
  fxRate: ["asOf", "expiresAt", "from", "quoteId", "rate", "source", "stale", "to"],
  storeCreditB: ["creditBalanceCents", "success", "transactionId", "walletId"],
  batch: {
    A: [
      ...["amountCents", "cardType", "createdAt", "createdCards", "currency", "id", "lastRun"],
      ...["name", "quantity", "source", "status"],
    ],
    B: [
      ...["amount_cents", "card_type", "createdCards", "created_at", "currency", "id", "lastRun"],
      ...["name", "quantity", "source", "status"],
    ],
  },
  webhook: WEBHOOK,
  webhookDetails: {
    A: [...WEBHOOK.A, ...WEBHOOK_DETAILS].sort(),
    B: [...WEBHOOK.B, ...WEBHOOK_DETAILS].sort(),
  },
  createdWebhookB: [...WEBHOOK.B, "secret"].sort(),
  delivery: [
    "attempts",
    "body",
    "cardUuid",
    "createdAt",
    "deliveredAt",
    "event",
    "eventId",
    "id",
    "lastError",
    "nextAttemptAt",
    "sequence",
    "settledAt",
    "status",
  ],
  webhookTest: ["delivered", "durationMs", "error", "excerpt", "httpStatus"],
  page: {
    A: (list: string) => [list, "limit", "nextCursor", "offset", "total"].sort(),
    B: (list: string) => [list, "limit", "next_cursor", "offset", "total"].sort(),
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
