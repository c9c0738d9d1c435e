import { z } from "zod";
import { AmountCents, Uuid } from "@/lib/api/contract/fields";
import { NOTED_FIELDS } from "@/lib/api/contract/metadata";
import { inBothShapes, refuse } from "@/lib/api/contract/shapes";

export const CreditBody = inBothShapes(
  z
    .strictObject({
      amountCents: AmountCents,
      originalTransactionId: Uuid.optional().meta({
        description:
          "The redemption to refund, in full or in part. The refunds of a redemption can't exceed its amount.",
      }),
      source: z.enum(["refund", "top_up"]).optional().meta({
        description:
          "A `refund` returns redeemed value, doesn't count as a sale and doesn't extend the expiration date. `refund` is the default if you send `originalTransactionId`. Otherwise, the credit is a top-up.",
      }),
      ...NOTED_FIELDS,
    })
    .superRefine(({ originalTransactionId, source }, context) => {
      if (originalTransactionId !== undefined && source === "top_up") {
        refuse(context, "source", "must be refund if you send originalTransactionId");
      }
    }),
);
