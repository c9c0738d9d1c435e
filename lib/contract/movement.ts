import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import { GIFT_STATUSES } from "../db/schema/gifts";
import {
  COUNTER_ACCOUNTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from "../db/schema/transactions";
import type { Movement } from "../history/movements";
import type { FoundMovements } from "../history/search-transactions";
import { isCleanText } from "../text";
import { Currency, Instant, PAGING, ReferenceId, ShownInstant, Uuid } from "./fields";
import { inBoth, presented } from "./shapes";
import { presentTransaction, TransactionView } from "./transaction";

export const MovementParams = z.strictObject({ id: Uuid });

const Actor = z
  .string()
  .regex(
    /^(key|user|consumer):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    "must be an actor's id",
  );

/** What narrows the portal's list, its numbers and its file alike. */
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

const byCardId = <T extends { cardUuid?: string | undefined }>({ cardUuid, ...query }: T) => ({
  ...query,
  cardId: cardUuid,
});

export const FilterMovementsQuery = z.strictObject(FILTERS).transform(byCardId);

export const SearchMovementsQuery = z
  .strictObject({ ...FILTERS, limit: PAGING.limit, cursor: PAGING.cursor })
  .transform(byCardId);

const MovementView = z.object({
  ...TransactionView.shape,
  id: z.guid(),
  transferId: z.guid().optional(),
  /** The other side of the booking. */
  account: z.enum(COUNTER_ACCOUNTS),
  note: z.string().nullable(),
  card: z.object({
    last4: z.string(),
    status: z.enum(CARD_STATUSES),
    expiresOn: z.iso.date().nullable(),
    ownerEmail: z.string().nullable(),
    customerId: z.guid().nullable(),
  }),
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  requestId: z.string(),
  /** Of a gift that was returned to the card: why. */
  returned: z.object({ status: z.enum(GIFT_STATUSES), recipientEmail: z.string() }).nullable(),
});

const presentMovement = (movement: Movement) => ({
  ...presentTransaction(movement),
  account: movement.account,
  note: movement.note,
  card: movement.card,
  actor: { id: movement.actor, name: movement.actorName },
  requestId: movement.requestId,
  returned: movement.returned,
});

export const movementReply = presented(MovementView, presentMovement);

export const movementsReply = presented(
  z.object({
    movements: z.array(MovementView),
    total: z.int().nullable(),
    nextCursor: z.string().nullable(),
    searchedTo: ShownInstant.nullable(),
  }),
  ({ items, ...page }: FoundMovements) => ({ movements: items.map(presentMovement), ...page }),
);

const Counted = z.int().nullable();

/** By status; null where only counting through the history could tell. */
export const countsReply = presented(
  z.object({ all: Counted, completed: Counted, pending: Counted, failed: Counted }),
);

export const actorsReply = presented(
  z.object({ actors: z.array(z.object({ id: z.string(), name: z.string() })) }),
  (rows: { actor: string; name: string }[]) => ({
    actors: rows.map(({ actor, name }) => ({ id: actor, name })),
  }),
);

export const UnderstandBody = inBoth(
  z.strictObject({
    term: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .refine(isCleanText, "must be valid Unicode without NUL characters"),
  }),
);

export const understoodReply = presented(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("transaction"), id: z.guid() }),
    z.object({ kind: z.literal("card"), id: z.guid(), last4: z.string() }),
    z.object({ kind: z.literal("reference"), reference: z.string() }),
    z.object({ kind: z.literal("unknown") }),
  ]),
);
