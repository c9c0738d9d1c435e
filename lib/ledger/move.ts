import type { Ctx } from "../context";
import { ledger } from "../db/client";
import { retrying } from "../db/failures";
import type { RefusalCode } from "../errors";
import { newId } from "../ids";
import { inTurnOf, type Line } from "../in-turn";
import type { CardStatus, CounterAccount, Moved, TransactionType } from "./records";
import { type Outcome, settle } from "./settle";

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
  /** Claims the card for this consumer as it moves. */
  ownerEmail?: string | undefined;
};

/** A card that is locked for long holds up no more than these of the ledger's sessions. */
const SESSIONS_PER_CARD = 2;

// On globalThis, since routes and the server may each hold a copy of this module.
const LINES = Symbol.for("scrip.movements-by-card");
const store = globalThis as { [LINES]?: Map<string, Line> };

/**
 * Moves `amountCents` (minor units) between a card and a counter-account: the only way a balance
 * changes. One call of lib/ledger/move.sql and one commit, which also replays, takes the limits,
 * writes the events and keeps the answer.
 * Refuses: not_found, what `refusedStatuses` names, card_expired, currency_mismatch,
 * card_already_claimed, insufficient_balance, balance_limit_exceeded; and, as every guarded commit
 * does without its callers naming it again, rate_limited and idempotency_key_reused.
 */
export async function move(ctx: Ctx, movement: Movement): Promise<Moved> {
  store[LINES] ??= new Map();
  const card = movement.cardId ?? Buffer.from(movement.codeHmac ?? []).toString("hex");
  const call = () => retrying(() => callMove(ctx, movement));
  return settle(ctx, await inTurnOf(store[LINES], card, SESSIONS_PER_CARD, call));
}

async function callMove(ctx: Ctx, movement: Movement): Promise<Outcome<Moved>> {
  const [row] = await ledger()<[{ outcome: Outcome<Moved> }]>`select move(
      p_merchant => ${ctx.merchantId}, p_card => ${movement.cardId ?? null},
      p_code_hmac => ${movement.codeHmac ?? null},
      p_key => ${ctx.idempotency?.key ?? null},
      p_fingerprint => ${ctx.idempotency?.fingerprint ?? null},
      p_shape => ${ctx.shape}, p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => ${JSON.stringify(ctx.limits)}, p_activation_limits => ${JSON.stringify(ctx.activationLimits)},
      p_transaction => ${newId()}, p_type => ${movement.type},
      p_counter_account => ${movement.counterAccount}, p_amount => ${movement.amountCents},
      p_currency => ${movement.currency ?? null},
      p_refused_statuses => ${JSON.stringify(movement.refusedStatuses)},
      p_refuses_expired => ${movement.refusesExpired},
      p_note => ${movement.note ?? null}, p_reference => ${movement.referenceId ?? null},
      p_source => ${movement.source ?? null},
      p_events => ${[...movement.events]}, p_activation_events => ${[...movement.activationEvents]},
      p_owner_email => ${movement.ownerEmail ?? null}, p_new_consumer => ${movement.ownerEmail === undefined ? null : newId()},
      p_new_mail => ${movement.activationEvents.length === 0 ? null : newId()}
    ) as outcome`;
  return row.outcome;
}
