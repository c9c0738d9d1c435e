import { z } from "zod";
import type { Quote } from "../fx/quote";
import { MAX_CENTS } from "../money";
import { Currency, iso, wholeNumber } from "./fields";
import { sameInBoth } from "./shapes";

export const FxRateQuery = z.strictObject({
  from: Currency,
  to: Currency,
  amountCents: wholeNumber(1, MAX_CENTS).optional().meta({
    description: "To be converted, in minor units of `from`.",
    type: "integer",
    minimum: 1,
  }),
});

const FxRateView = z
  .strictObject({
    from: z.string().meta({ example: "USD" }),
    to: z.string().meta({ example: "EUR" }),
    rate: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .meta({ description: "Units of `to` for one of `from`.", example: "0.934142924" }),
    asOf: z.iso.date().meta({ description: "The day of the rates." }),
    source: z.string().meta({ example: "European Central Bank" }),
    stale: z.boolean().meta({ description: "Whether the rates are older than four days." }),
    quoteId: z.string().meta({ description: "Holds this rate for a transfer until it expires." }),
    expiresAt: z.iso.datetime(),
    amountCents: z.int().optional(),
    convertedAmountCents: z.int().optional().meta({ description: "In minor units of `to`." }),
  })
  .meta({ id: "FxRate" });

export const fxRateReply = sameInBoth(FxRateView, ({ expiresAt, ...quote }: Quote) => ({
  ...quote,
  expiresAt: iso(expiresAt),
}));
