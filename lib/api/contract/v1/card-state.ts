import { z } from "zod";
import { reasonText } from "@/lib/api/contract/fields";
import { inBothShapes, shapedReply } from "@/lib/api/contract/shapes";
import { parseStoreCode } from "@/lib/domain/cards/code";
import { BALANCE_OUTCOMES } from "@/lib/domain/cards/disable";
import type { Replaced } from "@/lib/domain/cards/replace";
import type { Card } from "@/lib/ledger/post/records";
import { CardA, CardB, CardType, presentCardA, presentCardB } from "./card";

export const DisableBody = inBothShapes(
  z.strictObject({
    balance: z.enum(BALANCE_OUTCOMES).default("keep").meta({
      description:
        "What happens to the remaining balance. `keep` leaves it outstanding. `write_off` records it as income (breakage) and also needs the scope `money:write`. To move the balance to a new card, replace the card instead of disabling it.",
    }),
  }),
);

export const FreezeBody = inBothShapes(
  z.strictObject({
    reason: reasonText.optional().meta({
      description: "Returned as the card's `frozenReason`. Not shown to the consumer.",
      example: "Reported lost",
    }),
  }),
);

const NewCode = z
  .string()
  .max(64)
  .transform((typed, context) => {
    const code = parseStoreCode(typed);
    if (code !== null) return code;
    context.addIssue("must be 4 to 32 letters and digits");
    return z.NEVER;
  })
  .meta({
    description:
      "The code printed on the new card. It must be unique. If omitted, a code is generated.",
    example: "GH45-88XK-2M7R-9PLW",
  });

export const ReplaceBody = inBothShapes(
  z.strictObject({
    cardType: CardType.optional().meta({ description: "The default is the type of the old card." }),
    code: NewCode.optional(),
  }),
);

// Nobody needs the code of a card that is disabled.
const MASKED = { seesCodes: false };
const withoutCode = (replaced: Replaced["replaced"]): Card => ({ ...replaced, sealedCode: "" });

/** The new card, with its code for the key that created it, and the old one with its code masked. */
export const replaceReply = shapedReply<Replaced>()({
  A: [
    z.strictObject({ card: CardA, replaced: CardA }),
    ({ card, replaced }, reader) => ({
      card: presentCardA(card, reader),
      replaced: presentCardA(withoutCode(replaced), MASKED),
    }),
  ],
  B: [
    z.strictObject({ card: CardB, replaced: CardB }),
    ({ card, replaced }, reader) => ({
      card: presentCardB(card, reader),
      replaced: presentCardB(withoutCode(replaced), MASKED),
    }),
  ],
});
