import { z } from "zod";
import {
  AmountCents,
  CalendarDate,
  Currency,
  Note,
  reasonText,
  Uuid,
} from "@/lib/api/contract/fields";
import { inBothShapes, sameReply, withCardUuid } from "@/lib/api/contract/shapes";
import { type BulkResult, MAX_CARDS_IN_BULK, SKIP_REASONS } from "@/lib/domain/cards/bulk";
import { BALANCE_OUTCOMES } from "@/lib/domain/cards/disable";
import { MAX_SELECTED_CARDS } from "@/lib/domain/cards/search";

/** Different cards, at most `max`. */
const cardUuids = (max: number) =>
  z
    .array(Uuid)
    .min(1)
    .max(max)
    .transform((uuids) => [...new Set(uuids)]);

/** Renames the request's `cardUuids` to the domain's `cardIds`. */
const withCardIds = <T extends { cardUuids: string[] }>({ cardUuids: cardIds, ...body }: T) => ({
  ...body,
  cardIds,
});

const CARDS = { cardUuids: cardUuids(MAX_CARDS_IN_BULK) };

export const ActivateCardsBody = inBothShapes(
  z
    .strictObject({
      ...CARDS,
      amountCents: AmountCents,
      currency: Currency,
      note: Note.optional(),
    })
    .transform(withCardIds),
);

export const DisableCardsBody = inBothShapes(
  z
    .strictObject({
      ...CARDS,
      balance: z.enum(BALANCE_OUTCOMES).default("keep"),
    })
    .transform(withCardIds),
);

export const FreezeCardsBody = inBothShapes(
  z.strictObject({ ...CARDS, reason: reasonText.optional() }).transform(withCardIds),
);

export const UnfreezeCardsBody = inBothShapes(z.strictObject(CARDS).transform(withCardIds));

export const ExtendCardsBody = inBothShapes(
  z.strictObject({ ...CARDS, expiresOn: CalendarDate }).transform(withCardIds),
);

export const SelectedCardsBody = inBothShapes(
  z.strictObject({ cardUuids: cardUuids(MAX_SELECTED_CARDS) }).transform(withCardIds),
);

export const bulkReply = sameReply(
  z.object({
    changed: z.array(z.guid()),
    skipped: z.array(z.object({ cardUuid: z.guid(), reason: z.enum(SKIP_REASONS) })),
  }),
  ({ changed, skipped }: BulkResult) => ({ changed, skipped: skipped.map(withCardUuid) }),
);
