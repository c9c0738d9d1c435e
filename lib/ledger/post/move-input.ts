import { type Ctx, cashierOf, keyLimitsOf } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { currentTraceparent } from "@/lib/base/observe/trace";
import { hex } from "@/lib/db/client/query";
import type { Movement, TransactionType } from "./records";
import { newCardLink } from "./sealed-link";

/** A movement for lib/ledger/post/move.sql, without the transaction's id, which each attempt creates. */
export type MoveInput = ReturnType<typeof moveInput>;

/**
 * The types that count against the amount limits of a key. What a transfer or gift adds to a card is not among
 * them: it was already counted when it left the other card.
 */
const COUNTED_TYPES: readonly TransactionType[] = ["load", "spend", "transfer_out", "gift_sent"];

/** Converts a movement and its context to the input of lib/ledger/post/move.sql. */
export const moveInput = (ctx: Ctx, movement: Movement) => ({
  merchant: ctx.merchantId,
  card: movement.cardId,
  code_hmac: hex(movement.codeHmac),
  key: ctx.idempotency?.key,
  fingerprint: hex(ctx.idempotency?.fingerprint),
  path: ctx.idempotency?.path,
  shape: ctx.shape,
  request_id: ctx.requestId,
  actor: ctx.principal.actor,
  limits: ctx.limits,
  activation_limits: ctx.activationLimits,
  type: movement.type,
  counter_account: movement.counterAccount,
  amount: movement.amountCents,
  currency: movement.currency,
  refused_statuses: movement.refusedStatuses,
  refuses_expired: movement.refusesExpired,
  note: movement.note,
  reference: movement.referenceId,
  source: movement.source,
  events: movement.events,
  activation_events: movement.activationEvents,
  owner: someOf({
    email: movement.ownerEmail,
    newConsumer: movement.ownerEmail === undefined ? undefined : newId(),
    ...(movement.silent || movement.activationEvents.length === 0 ? {} : newInvitation()),
  }),
  rare: someOf({
    amountLimits: COUNTED_TYPES.includes(movement.type) ? keyLimitsOf(ctx) : undefined,
    till: tillOf(ctx),
    status: movement.status,
    partial: movement.allowPartial || undefined,
    anyAmount: movement.anyAmount || undefined,
    transfer: movement.transferId,
    original: movement.originalTransactionId,
    hold: movement.holdId,
    metadata: movement.metadata,
    traceparent: currentTraceparent(),
  }),
});

/** The till that the movement is made at, with its limits. */
function tillOf(ctx: Ctx) {
  const atTill = cashierOf(ctx);
  if (!atTill) return undefined;
  const { deviceId: device, cashierId: cashier, deviceLimits, cashierLimits } = atTill;
  return { device, cashier, limits: { device: deviceLimits, cashier: cashierLimits } };
}

/** The fields if any is set. */
const someOf = (fields: Record<string, unknown>) =>
  Object.values(fields).some((value) => value !== undefined) ? fields : undefined;

/** The id and link of the email that is queued if the movement activates a card with an owner. */
function newInvitation() {
  const id = newId();
  const { tokenHash, sealedLink } = newCardLink(id);
  return { newMail: id, linkTokenHash: hex(tokenHash), sealedLink };
}
