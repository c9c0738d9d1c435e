import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import {
  COUNTER_ACCOUNTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from "../db/schema/transactions";
import type { Movement } from "../history/movements";
import type { SearchTarget } from "../history/resolve-search-term";
import type { FoundMovements } from "../history/search-transactions";
import { isCleanText } from "../text";
import { Currency, Instant, iso, PAGING, ReferenceId, Uuid } from "./fields";
import { inBoth, sameInBoth } from "./shapes";
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

export const MovementView = z.strictObject({
  ...TransactionView.shape,
  /** The other side of the booking. */
  account: z.enum(COUNTER_ACCOUNTS),
  note: z.string().nullable(),
  card: z.strictObject({
    last4: z.string(),
    status: z.enum(CARD_STATUSES),
    expiresOn: z.iso.date().nullable(),
    ownerEmail: z.string().nullable(),
    customerId: z.uuid().nullable(),
  }),
  actor: z.strictObject({ id: z.string(), name: z.string().nullable() }),
  requestId: z.string(),
});

const presentMovement = (movement: Movement): z.input<typeof MovementView> => ({
  ...presentTransaction(movement),
  account: movement.account,
  note: movement.note,
  card: movement.card,
  actor: { id: movement.actor, name: movement.actorName },
  requestId: movement.requestId,
});

export const movementReply = sameInBoth(MovementView, presentMovement);

export const MovementsView = z.strictObject({
  movements: z.array(MovementView),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
  searchedTo: z.iso.datetime().nullable(),
});

export const movementsReply = sameInBoth(
  MovementsView,
  ({ items, total, nextCursor, searchedTo }: FoundMovements) => ({
    movements: items.map(presentMovement),
    total,
    nextCursor,
    searchedTo: searchedTo && iso(searchedTo),
  }),
);

const Count = z.int().nullable();
const COUNTS = { all: Count, completed: Count, pending: Count, failed: Count };

/** By status; null where only counting through the history could tell. */
export const CountsView = z.strictObject(COUNTS);

export const countsReply = sameInBoth(
  CountsView,
  (counts: Record<keyof typeof COUNTS, number | null>) => counts,
);

export const actorsReply = sameInBoth(
  z.strictObject({ actors: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
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

export const UnderstoodView = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("transaction"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("card"), id: z.uuid(), last4: z.string() }),
  z.strictObject({ kind: z.literal("reference"), reference: z.string() }),
  z.strictObject({ kind: z.literal("unknown") }),
]);

export const understoodReply = sameInBoth(UnderstoodView, (target: SearchTarget) => target);
