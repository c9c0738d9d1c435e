import { z } from "zod";
import type { Card } from "../ledger/records";

/** What a card shows in addition to its status, which stays one of three. */
export const CARD_STATE_FIELDS = {
  frozen: z.boolean().meta({
    description: "Whether nothing can be taken from the card for now. Money can be added.",
  }),
  frozenReason: z.string().nullable(),
  replacedBy: z.uuid().nullable().meta({
    description: "The card that replaced this one, which is disabled.",
  }),
};

export const presentCardState = ({ frozenReason, replacedById }: Card) => ({
  frozen: frozenReason != null,
  frozenReason: frozenReason || null,
  replacedBy: replacedById ?? null,
});
