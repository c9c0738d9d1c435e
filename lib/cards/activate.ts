import type { Ctx } from "../context";
import { move } from "../ledger/move";
import type { MovementPolicy } from "../ledger/movement";
import { EVENTS } from "./events";
import { REFUSED_STATUSES } from "./status";

export type Activation = {
  cardId: string;
  amountCents: number;
  currency?: string | undefined;
  consumerEmail?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/** What an activation is, apart from the card and the amount. */
export const activation: MovementPolicy = {
  type: "load",
  counterAccount: "issuance",
  refusedStatuses: REFUSED_STATUSES.activate,
  refusesExpired: false,
  events: [],
  activationEvents: EVENTS.activated,
};

/**
 * Activates an inactive card with `amountCents` (minor units); `consumerEmail` claims it
 * (spec, Cards). Refuses: not_found, card_already_active, card_not_active, currency_mismatch,
 * card_already_claimed.
 */
export const activate = (ctx: Ctx, { consumerEmail, ...load }: Activation) =>
  move(ctx, { ...activation, ...load, ownerEmail: consumerEmail });
