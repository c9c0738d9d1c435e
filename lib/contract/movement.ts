import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import { GIFT_STATUSES } from "../db/schema/gifts";
import {
  COUNTER_ACCOUNTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from "../db/schema/transactions";
import type { Movement } from "../history/movements";
import { isCleanText } from "../text";
import {
  CURSOR_PAGING_FIELDS,
  Currency,
  Instant,
  NullableCount,
  ReferenceId,
  ShownInstant,
  Uuid,
} from "./fields";
import { inBothShapes, sameListReply, samePageReply, sameReply } from "./shapes";
import { presentTransaction, TransactionView } from "./transaction";

export const MovementParams = z.strictObject({ id: Uuid });

const Actor = z
  .string()
  .regex(
    /^(key|user|consumer):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    "must be an actor's id",
  );

/** The filters of the portal's list, its counts and its file. */
const FILTERS = {
  cardUuid: Uuid.optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  currency: Currency.optional(),
  account: z.enum(COUNTER_ACCOUNTS).optional(),
  referenceId: ReferenceId.optional(),
  actor: Actor.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
};

const withCardId = <T extends { cardUuid?: string | undefined }>({ cardUuid, ...query }: T) => ({
  ...query,
  cardId: cardUuid,
});

export const FilterMovementsQuery = z.strictObject(FILTERS).transform(withCardId);

export const SearchMovementsQuery = z
  .strictObject({ ...FILTERS, ...CURSOR_PAGING_FIELDS })
  .transform(withCardId);

const MovementView = z.object({
  ...TransactionView.shape,
  id: z.guid(),
  transferId: z.guid().optional(),
  holdId: z.guid().optional(),
  /** The counter account of the movement. */
  account: z.enum(COUNTER_ACCOUNTS),
  note: z.string().nullable(),
  card: z.object({
    last4: z.string(),
    status: z.enum(CARD_STATUSES),
    expiresOn: z.iso.date().nullable(),
    frozen: z.boolean(),
    ownerEmail: z.string().nullable(),
    customerId: z.guid().nullable(),
  }),
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  requestId: z.string(),
  /** For a gift that was returned to the card: why it was returned. */
  returned: z.object({ status: z.enum(GIFT_STATUSES), recipientEmail: z.string() }).nullable(),
  /** For a balance that moved because a card was replaced: the other card. */
  otherCard: z.object({ id: z.guid(), last4: z.string() }).nullable(),
});

const presentMovement = (row: Movement) => {
  // Shown under the name that fits a refund or a reversal.
  const { originalTransactionId: _, ...movement } = row;
  return {
    ...movement,
    ...presentTransaction(row),
    transferId: row.transferId ?? undefined,
    holdId: row.holdId ?? undefined,
    actor: { id: row.actor, name: row.actorName },
  };
};

export const movementReply = sameReply(MovementView, presentMovement);

export const movementsReply = samePageReply("movements", MovementView, presentMovement, {
  total: z.int().nullable(),
  searchedTo: ShownInstant.nullable(),
});

/** Counts by status; null if counting would have to read the history. */
export const countsReply = sameReply(
  z.object({
    all: NullableCount,
    completed: NullableCount,
    pending: NullableCount,
    failed: NullableCount,
  }),
);

export const actorsReply = sameListReply(
  "actors",
  z.object({ id: z.string(), name: z.string() }),
  ({ actor, name }: { actor: string; name: string }) => ({ id: actor, name }),
);

export const ResolveTermBody = inBothShapes(
  z.strictObject({
    term: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .refine(isCleanText, "must be valid Unicode without NUL characters"),
  }),
);

export const resolvedTermReply = sameReply(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("transaction"), id: z.guid() }),
    z.object({ kind: z.literal("card"), id: z.guid(), last4: z.string() }),
    z.object({ kind: z.literal("reference"), reference: z.string() }),
    z.object({ kind: z.literal("unknown") }),
  ]),
);
