import { z } from "zod";

/** Lets a redemption or a hold take less than the amount, if less is available. */
export const AllowPartial = z.boolean().meta({
  description:
    "Uses the available balance if it's less than `amountCents`, but not 0. The response says how much is left to pay.",
});

/** What a response adds if the request allowed less than its amount. */
export const PARTIAL_FIELDS = {
  amountCents: z.int().min(1).optional().meta({
    description: "With `allowPartial`: the amount taken from the card.",
    example: 1200,
  }),
  requestedAmountCents: z.int().min(1).optional().meta({
    description: "With `allowPartial`: the amount you requested.",
    example: 2500,
  }),
  remainingAmountCents: z.int().min(0).optional().meta({
    description: "With `allowPartial`: the amount left to pay another way.",
    example: 1300,
  }),
};

/** The fields for an amount taken, if the request allowed less than it asked for. */
export const presentPartial = (
  { amountCents }: { amountCents: number },
  requestedAmountCents: number | undefined,
) =>
  requestedAmountCents === undefined
    ? {}
    : {
        amountCents,
        requestedAmountCents,
        remainingAmountCents: requestedAmountCents - amountCents,
      };
