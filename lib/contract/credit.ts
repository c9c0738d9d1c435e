import { z } from "zod";
import { AmountCents, Uuid } from "./fields";
import { NOTED_FIELDS } from "./metadata";
import { inBothShapes, refuse } from "./shapes";

export const CreditBody = inBothShapes(
  z
    .strictObject({
      amountCents: AmountCents,
      originalTransactionId: Uuid.optional().meta({
        description:
          "The redemption to refund, in full or in part. All refunds together can't exceed its amount.",
      }),
      source: z.enum(["refund", "top_up"]).optional().meta({
        description:
          "A `refund` gives back what was redeemed: it doesn't count as a sale or renew the expiration date. Default: `refund` with an `originalTransactionId`, otherwise a top-up.",
      }),
      ...NOTED_FIELDS,
    })
    .superRefine(({ originalTransactionId, source }, context) => {
      if (originalTransactionId !== undefined && source === "top_up") {
        refuse(context, "source", "must be refund if you send originalTransactionId");
      }
    }),
);
