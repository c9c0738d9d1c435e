import type { Ctx } from "../context";
import type { RefusalCode } from "../errors";
import { newId } from "../ids";
import type { CardStatus, CounterAccount, TransactionType } from "./records";

/** The properties of a kind of movement, without card and amount. */
export type MovementPolicy = {
  type: TransactionType;
  counterAccount: CounterAccount;
  /** The refusal for each status that does not allow the movement. */
  refusedStatuses: Partial<Record<CardStatus, RefusalCode>>;
  refusesExpired: boolean;
  events: readonly string[];
  /** Replaces `events` if the movement activates the card. */
  activationEvents: readonly string[];
};

export type Movement = MovementPolicy & {
  cardId?: string | undefined;
  /** Identifies the card instead of `cardId`. */
  codeHmac?: Uint8Array | undefined;
  amountCents: number;
  /** Must match the card's, if set. */
  currency?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
  source?: string | undefined;
  /** For a gift that is not accepted yet; otherwise the movement is completed at once. */
  status?: "pending";
  transferId?: string;
  /** Also assigns the card to this consumer. */
  ownerEmail?: string | undefined;
  /** Sends the owner no invitation when the movement activates the card. */
  silent?: boolean;
};

/** A movement for lib/ledger/move.sql, without the transaction's id, which each attempt creates. */
export type MoveInput = ReturnType<typeof moveInput>;

/** Formats bytes for Postgres. */
export const hex = (bytes: Uint8Array | undefined) =>
  bytes && `\\x${Buffer.from(bytes).toString("hex")}`;

/** Converts a movement and its context to the input of lib/ledger/move.sql. */
export const moveInput = (ctx: Ctx, movement: Movement) => ({
  merchant: ctx.merchantId,
  card: movement.cardId,
  code_hmac: hex(movement.codeHmac),
  key: ctx.idempotency?.key,
  fingerprint: hex(ctx.idempotency?.fingerprint),
  shape: ctx.shape,
  request_id: ctx.requestId,
  actor: ctx.principal.actor,
  limits: ctx.limits,
  activation_limits: ctx.activationLimits,
  type: movement.type,
  status: movement.status,
  counter_account: movement.counterAccount,
  amount: movement.amountCents,
  currency: movement.currency,
  refused_statuses: movement.refusedStatuses,
  refuses_expired: movement.refusesExpired,
  note: movement.note,
  reference: movement.referenceId,
  source: movement.source,
  transfer: movement.transferId,
  events: movement.events,
  activation_events: movement.activationEvents,
  owner_email: movement.ownerEmail,
  new_consumer: movement.ownerEmail === undefined ? undefined : newId(),
  new_mail: movement.silent || movement.activationEvents.length === 0 ? undefined : newId(),
});
