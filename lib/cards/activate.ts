import type { Ctx } from "../context";
import { move } from "../ledger/move";
import { MOVEMENTS } from "./movements";

export type Activation = {
  cardId: string;
  amountCents: number;
  currency?: string | undefined;
  consumerEmail?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/**
 * Activates an inactive card with `amountCents` (minor units). With `consumerEmail`, the consumer also
 * claims it (spec, Cards).
 * Refuses: not_found, card_already_active, card_not_active, currency_mismatch, card_already_claimed.
 */
export const activate = (ctx: Ctx, { consumerEmail, ...load }: Activation) =>
  move(ctx, { ...MOVEMENTS.activation, ...load, ownerEmail: consumerEmail });
