import { expect } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { freeze, unfreeze } from "@/lib/domain/cards/freeze";
import { load } from "@/lib/domain/cards/load";
import { redeem } from "@/lib/domain/cards/redeem";
import { replace } from "@/lib/domain/cards/replace";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { captureHold } from "@/lib/domain/holds/capture";
import { placeHold } from "@/lib/domain/holds/place";
import { releaseHold } from "@/lib/domain/holds/release";
import { transfer } from "@/lib/domain/transfers/transfer";
import type { MovementResult } from "@/lib/ledger/post/records";

/** The clock is moved by this after each round. */
export const ROUND_SECONDS = 300;

/** A movement: `leftCents` of a redemption can still be refunded. */
export type Moved = {
  id: string;
  sign: 1 | -1;
  cents: number;
  leftCents: number;
  isReversed: boolean;
};
/** A hold, which ends when the clock was moved `roundsLeft` times. */
type Held = { id: string; cents: number; roundsLeft: number };

/** What a till knows of one of its cards: nobody else changes it, so every outcome can be foretold. */
export type ModelCard = {
  id: string;
  /** The code of a card at another store, for transfers. */
  partnerCode: string;
  status: "inactive" | "active" | "disabled";
  isFrozen: boolean;
  balance: number;
  holds: Held[];
  /** What can be reversed or refunded, successfully or not: no reversals and refunds themselves. */
  moves: Moved[];
};

const heldCents = ({ holds }: ModelCard) => holds.reduce((sum, { cents }) => sum + cents, 0);
export const availableCents = (card: ModelCard) => card.balance - heldCents(card);

/** A step: what the model expects, the request, and what it does to the model when it succeeds. */
export type Step = {
  expected: string;
  send: (ctx: Ctx) => Promise<unknown>;
  apply: (answer: unknown) => void;
  /** Whether the request is a movement, which a reversal by key can undo. */
  moves: boolean;
};

export type Pick = {
  number: (below: number) => number;
  of: <T>(list: readonly T[]) => T | undefined;
};

const refusalOnStatus = (card: ModelCard) => (card.status === "active" ? null : "card_not_active");
const refusalOnTaking = (card: ModelCard) =>
  refusalOnStatus(card) ?? (card.isFrozen ? "card_frozen" : null);
const enough = (card: ModelCard, cents: number) =>
  availableCents(card) >= cents ? null : "insufficient_balance";

/** Applies a movement to the model. */
function record(card: ModelCard, answer: unknown, sign: 1 | -1): Moved {
  const { transaction, card: shown } = answer as MovementResult;
  const cents = transaction.amountCents;
  card.balance += sign * cents;
  expect(shown.balanceCents).toBe(card.balance);
  return { id: transaction.id, sign, cents, leftCents: sign === -1 ? cents : 0, isReversed: false };
}

const recordMove = (card: ModelCard, answer: unknown, sign: 1 | -1): Moved => {
  const moved = record(card, answer, sign);
  card.moves.push(moved);
  return moved;
};

export function expectedReversal(card: ModelCard, original: Moved | undefined): string {
  if (!original) return "not_found";
  if (original.isReversed) return "already_reversed";
  if (original.sign === 1) {
    return refusalOnTaking(card) ?? enough(card, original.cents) ?? "done";
  }
  return (
    refusalOnStatus(card) ??
    (original.leftCents < original.cents ? "refund_exceeds_original" : "done")
  );
}

export function applyReversal(card: ModelCard, original: Moved, answer: unknown): void {
  original.isReversed = true;
  original.leftCents = 0;
  record(card, answer, original.sign === 1 ? -1 : 1);
}

/** The steps to choose from, each with a random amount on a till's card. */
export const STEP_MAKERS: Record<string, (card: ModelCard, pick: Pick) => Step> = {
  activate: (card, pick) => {
    const amountCents = 1 + pick.number(500);
    return {
      expected:
        card.status === "inactive"
          ? "done"
          : card.status === "active"
            ? "card_already_active"
            : "card_not_active",
      send: (ctx) => activate(ctx, { cardId: card.id, amountCents }),
      apply: (answer) => {
        card.status = "active";
        recordMove(card, answer, 1);
      },
      moves: true,
    };
  },
  load: (card, pick) => {
    const amountCents = 1 + pick.number(300);
    return {
      expected: card.status === "disabled" ? "card_not_active" : "done",
      send: (ctx) => load(ctx, { cardId: card.id, amountCents }),
      apply: (answer) => {
        card.status = "active";
        recordMove(card, answer, 1);
      },
      moves: true,
    };
  },
  debit: (card, pick) => {
    const amountCents = 1 + pick.number(400);
    return {
      expected: refusalOnTaking(card) ?? enough(card, amountCents) ?? "done",
      send: (ctx) => spend(ctx, { cardId: card.id, amountCents }),
      apply: (answer) => {
        recordMove(card, answer, -1);
      },
      moves: true,
    };
  },
  partialDebit: (card, pick) => {
    const amountCents = 1 + pick.number(2_000);
    return {
      expected: refusalOnTaking(card) ?? enough(card, 1) ?? "done",
      send: (ctx) => redeem(ctx, { cardId: card.id, amountCents, allowPartial: true }),
      apply: (answer) => {
        const taken = Math.min(amountCents, availableCents(card));
        expect(recordMove(card, answer, -1).cents).toBe(taken);
      },
      moves: true,
    };
  },
  transfer: (card, pick) => {
    const amountCents = 1 + pick.number(100);
    const order = { fromCardId: card.id, toCode: card.partnerCode, amountCents };
    return {
      expected: refusalOnTaking(card) ?? enough(card, amountCents) ?? "done",
      send: (ctx) => transfer(ctx, order),
      apply: (answer) => {
        record(card, answer, -1);
      },
      moves: false,
    };
  },
  refund: (card, pick) => {
    const original = pick.of(card.moves.filter(({ sign }) => sign === -1));
    const originalTransactionId = original?.id ?? newId();
    const amountCents = 1 + pick.number(original ? original.cents + 20 : 20);
    const exceeds = original && amountCents > original.leftCents;
    return {
      expected: original
        ? (refusalOnStatus(card) ?? (exceeds ? "refund_exceeds_original" : "done"))
        : "not_found",
      send: (ctx) => credit(ctx, { cardId: card.id, amountCents, originalTransactionId }),
      apply: (answer) => {
        record(card, answer, 1);
        if (original) original.leftCents -= amountCents;
      },
      moves: false,
    };
  },
  reverse: (card, pick) => {
    const original = pick.of(card.moves);
    return {
      expected: expectedReversal(card, original),
      send: (ctx) => reverse(ctx, { transactionId: original?.id ?? newId() }),
      apply: (answer) => original && applyReversal(card, original, answer),
      moves: false,
    };
  },
  hold: (card, pick) => {
    const amountCents = 1 + pick.number(200);
    const roundsLeft = 1 + pick.number(3);
    const expiresInSeconds = roundsLeft * ROUND_SECONDS;
    return {
      expected: refusalOnTaking(card) ?? enough(card, amountCents) ?? "done",
      send: (ctx) => placeHold(ctx, { cardId: card.id, amountCents, expiresInSeconds }),
      apply: (answer) => {
        const { id } = (answer as { hold: { id: string } }).hold;
        card.holds.push({ id, cents: amountCents, roundsLeft });
      },
      moves: false,
    };
  },
  capture: (card, pick) => {
    const hold = pick.of(card.holds);
    const amountCents = 1 + pick.number(hold ? hold.cents + 10 : 10);
    return {
      expected: !hold
        ? "not_found"
        : amountCents > hold.cents
          ? "capture_exceeds_hold"
          : card.isFrozen
            ? "card_frozen"
            : "done",
      send: (ctx) => captureHold(ctx, { holdId: hold?.id ?? newId(), amountCents }),
      apply: (answer) => {
        card.holds = card.holds.filter((one) => one !== hold);
        recordMove(card, answer, -1);
      },
      moves: false,
    };
  },
  release: (card, pick) => {
    const hold = pick.of(card.holds);
    return {
      expected: hold ? "done" : "not_found",
      send: (ctx) => releaseHold(ctx, { holdId: hold?.id ?? newId() }),
      apply: () => {
        card.holds = card.holds.filter((one) => one !== hold);
      },
      moves: false,
    };
  },
  freeze: (card) => ({
    expected: refusalOnStatus(card) ?? "done",
    send: (ctx) => freeze(ctx, { cardId: card.id, reason: "Lost" }),
    apply: () => {
      card.isFrozen = true;
    },
    moves: false,
  }),
  unfreeze: (card) => ({
    expected: refusalOnStatus(card) ?? "done",
    send: (ctx) => unfreeze(ctx, { cardId: card.id }),
    apply: () => {
      card.isFrozen = false;
    },
    moves: false,
  }),
  replace: (card) => ({
    expected: refusalOnStatus(card) ?? "done",
    send: (ctx) => replace(ctx, { cardId: card.id }),
    apply: (answer) => {
      card.id = (answer as { card: { id: string } }).card.id;
      card.isFrozen = false;
      card.moves = [];
    },
    moves: false,
  }),
  disable: (card, pick) => {
    const balance = pick.of(["keep", "write_off"] as const);
    return {
      expected:
        card.status === "disabled" ? "card_already_disabled" : (refusalOnStatus(card) ?? "done"),
      send: (ctx) => disable(ctx, { cardId: card.id, balance }),
      apply: () => {
        card.status = "disabled";
        card.isFrozen = false;
        card.holds = [];
        if (balance === "write_off") card.balance = 0;
      },
      moves: false,
    };
  },
};
