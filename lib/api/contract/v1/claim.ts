import { z } from "zod";
import { Email, Pin, StoreCardCode } from "@/lib/api/contract/fields";
import { type ShapedSchema, shapedReply } from "@/lib/api/contract/shapes";
import type { Card } from "@/lib/ledger/post/records";
import {
  AvailableCents,
  availableCentsOf,
  BalanceCents,
  CardA,
  ExpiresOn,
  presentCardA,
} from "./card";

const Claimant = Email.meta({
  description: "The consumer's email. We send a link to the card to this address.",
});
const claimFields = {
  claimCode: StoreCardCode.optional().meta({
    description: "The code of this card.",
  }),
  pin: Pin.optional().meta({
    description:
      "The PIN of an imported card. Required with the `claimCode` of a card that has a PIN, unless the key has the scope `money:write`.",
  }),
};

type ClaimFields = { email?: string | undefined } & {
  [Field in keyof typeof claimFields]?: string | undefined;
};

/** In shape A, the claimant can come from Scrip-Consumer instead, so a claim may have no body. */
export const ClaimBody: ShapedSchema<ClaimFields> = {
  A: z.strictObject({ email: Claimant.optional(), ...claimFields }),
  B: z.strictObject({ email: Claimant, ...claimFields }),
};

export const claimReply = shapedReply<{ card: Card }>()({
  A: [CardA, ({ card }, reader) => presentCardA(card, reader)],
  B: [
    z
      .strictObject({
        uuid: z.uuid(),
        email: z.string().meta({ format: "email" }),
        balanceCents: BalanceCents,
        availableCents: AvailableCents,
        expiresOn: ExpiresOn,
      })
      .meta({ id: "ClaimB" }),
    ({ card }) => ({
      uuid: card.id,
      email: card.ownerEmail ?? "",
      balanceCents: card.balanceCents,
      availableCents: availableCentsOf(card),
      expiresOn: card.expiresOn,
    }),
  ],
});
