import { z } from "zod";
import { AmountCents, iso, PAGING, Uuid, withOffset } from "@/lib/api/contract/fields";
import { MetadataView, NOTED_FIELDS } from "@/lib/api/contract/metadata";
import { inBothShapes, shapedPageReply, shapedReply } from "@/lib/api/contract/shapes";
import { HOLD_STATUSES } from "@/lib/db/schema/holds";
import type { Hold } from "@/lib/domain/holds/hold";
import type { PlacedHold } from "@/lib/domain/holds/place";
import type { MovementResult } from "@/lib/ledger/post/records";
import { MovementA, MovementB, presentMovementA, presentMovementB } from "./card";
import { AllowPartial, PARTIAL_FIELDS, presentPartial } from "./partial";

const MIN_SECONDS = 60;
const MAX_SECONDS = 7 * 24 * 60 * 60;
const DEFAULT_SECONDS = 15 * 60;

const Status = z.enum(HOLD_STATUSES);

/** A hold, the same in both shapes. */
const HoldView = z
  .strictObject({
    id: z.uuid(),
    cardUuid: z.uuid(),
    amountCents: z.int().min(1).meta({ description: "In minor units.", example: 6000 }),
    capturedCents: z
      .int()
      .min(0)
      .meta({ description: "The amount redeemed. The rest is available again.", example: 0 }),
    currency: z.string().meta({ example: "USD" }),
    status: Status,
    expiresAt: z.iso.datetime().meta({ description: "When the hold expires." }),
    referenceId: z.string().nullable().meta({ example: "table-12" }),
    note: z.string().nullable(),
    metadata: MetadataView,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Hold", description: "A reserved amount of a card's balance." });

const presentHold = ({ cardId, ...hold }: Hold): z.input<typeof HoldView> => ({
  id: hold.id,
  cardUuid: cardId,
  amountCents: hold.amountCents,
  capturedCents: hold.capturedCents,
  currency: hold.currency,
  status: hold.status,
  expiresAt: iso(hold.expiresAt),
  referenceId: hold.referenceId,
  note: hold.note,
  metadata: hold.metadata ?? {},
  createdAt: iso(hold.createdAt),
});

const presentHoldOf = ({ hold }: { hold: Hold }) => presentHold(hold);

export const holdReply = shapedReply<{ hold: Hold }>()({
  A: [HoldView, presentHoldOf],
  B: [HoldView, presentHoldOf],
});

const PlacedHoldView = z
  .strictObject({ ...PARTIAL_FIELDS, ...HoldView.shape })
  .meta({ id: "PlacedHold" });

const presentPlacedHold = ({ hold, requestedAmountCents }: PlacedHold) => ({
  ...presentHold(hold),
  ...presentPartial(hold, requestedAmountCents),
});

export const placedHoldReply = shapedReply<PlacedHold>()({
  A: [PlacedHoldView, presentPlacedHold],
  B: [PlacedHoldView, presentPlacedHold],
});

export const holdsReply = shapedPageReply<Hold>()("holds", {
  A: [HoldView, presentHold],
  B: [HoldView, presentHold],
});

/** The redemption, and the hold as it is after it. */
export const captureReply = shapedReply<MovementResult & { hold: Hold }>()({
  A: [
    z.strictObject({ hold: HoldView, ...MovementA.shape }),
    (result, reader) => ({ hold: presentHold(result.hold), ...presentMovementA(result, reader) }),
  ],
  B: [
    z.strictObject({ hold: HoldView, ...MovementB.shape }),
    (result, reader) => ({ hold: presentHold(result.hold), ...presentMovementB(result, reader) }),
  ],
});

/** An id that isn't a UUID returns 404 (parseParams). */
export const HoldParams = z.strictObject({ id: Uuid });

export const ListHoldsQuery = z
  .strictObject({ ...PAGING, status: Status.optional() })
  .transform(withOffset);

export const PlaceHoldBody = inBothShapes(
  z.strictObject({
    amountCents: AmountCents,
    expiresInSeconds: z.int().min(MIN_SECONDS).max(MAX_SECONDS).default(DEFAULT_SECONDS).meta({
      description:
        "Seconds until the hold expires, from 60 (1 minute) to 604800 (7 days). The default is 900 (15 minutes).",
    }),
    allowPartial: AllowPartial.optional(),
    ...NOTED_FIELDS,
  }),
);

export const CaptureBody = inBothShapes(
  z.strictObject({
    amountCents: AmountCents.optional().meta({
      description:
        "The amount to redeem, at most the amount on hold. The default is the full amount on hold.",
      example: 5240,
    }),
    ...NOTED_FIELDS,
  }),
);
