import { z } from "zod";
import type { Activation } from "../cards/activate";
import type { NewCard } from "../cards/create";
import { CARD_STATUSES } from "../db/schema/cards";
import { CardType } from "./card";
import {
  AmountCents,
  Currency,
  Email,
  Note,
  PAGING,
  ReferenceId,
  StoreCardCode,
  Uuid,
  withOffset,
} from "./fields";
import { inBoth, type Shaped } from "./shapes";

/** What is not a uuid names no card: a 404 (parseParams). */
export const CardParams = z.strictObject({ uuid: Uuid });

export const ListCardsQuery = z
  .strictObject({
    ...PAGING,
    status: z
      .enum([...CARD_STATUSES, "unactivated"])
      .transform((status) => (status === "unactivated" ? "inactive" : status))
      .optional(),
    cardType: CardType.optional(),
    ownerEmail: Email.optional(),
    batchId: Uuid.optional(),
  })
  .transform(withOffset);

export const CreateCardBody: Shaped<NewCard> = {
  A: z.strictObject({
    currency: Currency,
    cardType: CardType.default("digital"),
    ownerEmail: Email.optional(),
  }),
  B: z.strictObject({ currency: Currency, cardType: CardType, ownerEmail: Email.optional() }),
};

const activation = {
  amountCents: AmountCents,
  consumerEmail: Email.optional().meta({ description: "Claims the card for this consumer." }),
};

export const ActivateBody: Shaped<Omit<Activation, "cardId">> = {
  A: z.strictObject({ ...activation, currency: Currency.optional() }),
  B: z.strictObject({ ...activation, currency: Currency }),
};

/** Of a debit and a credit alike. */
export const MovementBody = inBoth(
  z.strictObject({
    amountCents: AmountCents,
    note: Note.optional(),
    referenceId: ReferenceId.optional(),
  }),
);

export const LoadBody = inBoth(
  z
    .strictObject({
      code: StoreCardCode.optional(),
      cardUuid: Uuid.optional(),
      amountCents: AmountCents,
      currency: Currency.optional(),
      note: Note.optional(),
      referenceId: ReferenceId.optional(),
    })
    .meta({ example: { code: "7KQM-2XWP-9RTB-HC4F", amountCents: 2500, note: "At the counter" } })
    .transform(({ cardUuid, ...load }, context) => {
      if ((load.code === undefined) === (cardUuid === undefined)) {
        context.addIssue({
          code: "custom",
          path: ["code"],
          message: "give either code or cardUuid",
        });
      }
      return { ...load, cardId: cardUuid };
    }),
);

export const LookupBody = inBoth(z.strictObject({ code: StoreCardCode }));

/** Who claims may also stand in Scrip-Consumer, so that a claim without a body has a meaning. */
export const ClaimBody = inBoth(
  z.strictObject({
    email: Email.optional().meta({ description: "The consumer, invited by a magic link." }),
    claimCode: StoreCardCode.optional().meta({
      description: "The code printed on the card, which must be this card's.",
    }),
  }),
);
