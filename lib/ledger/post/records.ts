import type { ApiShape, RateLimitStatus } from "@/lib/base/context";
import type { FieldError, RefusalCode } from "@/lib/base/errors";
import type { Metadata } from "@/lib/base/metadata";
import type { cards } from "@/lib/db/schema/cards";
import type { transactions } from "@/lib/db/schema/transactions";

type CardRow = typeof cards.$inferSelect;
type TransactionRow = typeof transactions.$inferSelect;

export type CardStatus = CardRow["status"];
export type CardType = CardRow["cardType"];
export type TransactionType = TransactionRow["type"];
export type TransactionStatus = TransactionRow["status"];
export type CounterAccount = TransactionRow["counterAccount"];

/** A card in the domain. Presenters decrypt `sealedCode`. */
export type Card = Pick<
  CardRow,
  | "id"
  | "merchantId"
  | "currency"
  | "balanceCents"
  | "status"
  | "cardType"
  | "expiresOn"
  | "sequence"
  | "sealedCode"
> & {
  ownerEmail: string | null;
  /** Set instead of `sealedCode` on a replaced card. */
  maskedCode?: string;
  /** The balance less what is held; null if nothing is held. */
  availableCents?: number | null;
  frozenReason?: string | null;
  replacedById?: string | null;
  metadata?: Metadata | null;
  createdAt: Instant;
  updatedAt: Instant;
};

export type Transaction = Pick<
  TransactionRow,
  | "id"
  | "cardId"
  | "sequence"
  | "type"
  | "status"
  | "amountCents"
  | "currency"
  | "balanceAfterCents"
  | "note"
  | "referenceId"
  | "source"
  | "transferId"
> & {
  originalTransactionId?: string | null;
  holdId?: string | null;
  metadata?: Metadata | null;
  createdAt: Instant;
};

/** A Date from a row, or an ISO string from JSON that the database created. */
export type Instant = Date | string;

export type MovementResult = {
  card: Card;
  transaction: Transaction;
  previousBalanceCents: number;
  /** What was asked for, if the movement could take less. */
  requestedAmountCents?: number;
};

/** The refusal for each status that does not allow an operation, and for a frozen card. */
export type RefusedStatuses = Partial<Record<CardStatus | "frozen", RefusalCode>>;

/** The properties of a kind of movement, without card and amount. */
export type MovementPolicy = {
  type: TransactionType;
  counterAccount: CounterAccount;
  refusedStatuses: RefusedStatuses;
  refusesExpired: boolean;
  events: readonly string[];
  /** Replaces `events` if the movement activates the card. */
  activationEvents: readonly string[];
  source?: string | undefined;
};

export type Movement = MovementPolicy & {
  cardId?: string | undefined;
  /** Identifies the card instead of `cardId`. */
  codeHmac?: Uint8Array | undefined;
  /** Only for a sale it can be left out, of a card with a denomination. */
  amountCents: number | undefined;
  /** Sells a card for another amount than its denomination. */
  anyAmount?: boolean | undefined;
  /** Takes what is available, at least 1, if that is less than the amount. */
  allowPartial?: boolean | undefined;
  /** If set, must match the card's currency. */
  currency?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
  /** Only for a gift that is not accepted yet. Other movements are completed immediately. */
  status?: "pending";
  transferId?: string;
  /** The transaction that this movement reverses or refunds: together at most its amount. */
  originalTransactionId?: string;
  /** The hold that this redemption captures. */
  holdId?: string;
  metadata?: Metadata | undefined;
  /** Also assigns the card to this consumer. */
  ownerEmail?: string | undefined;
  /** Sends the owner no invitation when the movement activates the card. */
  silent?: boolean;
};

/** A refusal as it is stored for replays. `message` and `fields` are stored only if they differ from the defaults. */
export type StoredRefusal = { refusal: RefusalCode; message?: string; fields?: FieldError[] };

/** The result of a guarded operation, from lib/ledger/{post,idempotency}/*.sql or `operation()`. */
export type Outcome<T> = {
  rates: RateLimitStatus[];
  /** Refused before the operation: the limit is reached, or the key is voided or of a different request. */
  refusal?: "rate_limited" | "idempotency_key_reused" | "idempotency_key_voided";
  replayed?: true;
  shape?: ApiShape;
  requestId?: string;
  answer?: T | StoredRefusal;
  sealedCode?: string | null;
  sealedSecret?: string | null;
  /** Number of webhook deliveries and shop syncs that are due after this commit. */
  deliveries?: number;
};
