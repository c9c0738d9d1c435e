import type { Ctx } from "../context";
import type { RefusalCode } from "../errors";
import { newId } from "../ids";
import type { CardStatus, CounterAccount, TransactionType } from "./records";

/** What a kind of movement is, apart from the card and the amount. */
export type MovementPolicy = {
  type: TransactionType;
  counterAccount: CounterAccount;
  /** Statuses in which the card refuses it, and how. */
  refusedStatuses: Partial<Record<CardStatus, RefusalCode>>;
  refusesExpired: boolean;
  events: readonly string[];
  /** Instead of `events` when the movement activates the card. */
  activationEvents: readonly string[];
};

export type Movement = MovementPolicy & {
  cardId?: string | undefined;
  /** Names the card instead of `cardId`. */
  codeHmac?: Uint8Array | undefined;
  amountCents: number;
  /** Checked against the card's when given. */
  currency?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
  source?: string | undefined;
  /** Of a gift that waits to be accepted; else it is completed at once. */
  status?: "pending";
  transferId?: string;
  /** Claims the card for this consumer as it moves. */
  ownerEmail?: string | undefined;
  /** Sends the owner no invitation when the movement activates the card. */
  silent?: boolean;
};

/** A movement as lib/ledger/move.sql reads it, but for its transaction's id, which each attempt makes. */
export type MoveInput = ReturnType<typeof moveInput>;

/** Bytes as Postgres reads them from a text. */
export const hex = (bytes: Uint8Array | undefined) =>
  bytes && `\\x${Buffer.from(bytes).toString("hex")}`;

/** What the ledger needs to know of a movement and of who asks for it. */
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
