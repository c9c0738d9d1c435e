import type { Ctx } from "../context";
import { move } from "../ledger/move";
import { EVENTS } from "./events";
import { REFUSED_STATUSES } from "./status";

type Credit = {
  cardId: string;
  amountCents: number;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/**
 * Adds `amountCents` (minor units) to an active card: a refund or a top-up (spec, Cards).
 * Revives an expired one.
 * Refuses: not_found, card_not_active, balance_limit_exceeded.
 */
export const credit = (ctx: Ctx, topUp: Credit) =>
  move(ctx, {
    type: "load",
    counterAccount: "issuance",
    refusedStatuses: REFUSED_STATUSES.credit,
    refusesExpired: false,
    events: EVENTS.loaded,
    activationEvents: [],
    ...topUp,
  });
