import { type Ctx, requireScope } from "@/lib/base/context";
import { move } from "@/lib/ledger/post/move";
import type { Movement } from "@/lib/ledger/post/records";
import { type CardMovement, MOVEMENT_POLICIES } from "./movements";

export type Activation = Omit<CardMovement, "amountCents"> & {
  /** Default: the card's denomination, the amount of its batch. */
  amountCents?: number | undefined;
  currency?: string | undefined;
  consumerEmail?: string | undefined;
};

/**
 * Activates an inactive card with `amountCents` (minor units). With `consumerEmail`, the consumer also
 * claims it (spec, Cards).
 * Refuses: not_found, card_already_active, card_not_active, currency_mismatch, card_already_claimed,
 * amount_not_allowed (with `expectedAmountCents`), invalid_request (no amount).
 */
export const activate = (ctx: Ctx, activation: Activation) =>
  move(requireScope(ctx, "money:write"), activationOf(activation));

/** The movement of an activation. */
export const activationOf = ({
  consumerEmail,
  amountCents,
  ...activation
}: Activation): Movement => ({
  ...MOVEMENT_POLICIES.activation,
  ...activation,
  amountCents,
  ownerEmail: consumerEmail,
});
