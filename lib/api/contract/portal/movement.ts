import { z } from "zod";
import {
  CURSOR_PAGING_FIELDS,
  Currency,
  Instant,
  ReferenceId,
  SearchTerm,
  ShownInstant,
  Uuid,
} from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, samePageReply, sameReply } from "@/lib/api/contract/shapes";
import { presentTransaction, TransactionView } from "@/lib/api/contract/v1/transaction";
import { TransferEndView } from "@/lib/api/contract/v1/transfer";
import { isCleanText } from "@/lib/base/text";
import { CARD_STATUSES } from "@/lib/db/schema/cards";
import { GIFT_STATUSES } from "@/lib/db/schema/gifts";
import {
  COUNTER_ACCOUNTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from "@/lib/db/schema/transactions";
import {
  MOVEMENT_KIND_NAMES,
  MOVEMENT_KINDS,
  type MovementKind,
} from "@/lib/domain/transactions/kinds";
import type { Movement } from "@/lib/domain/transactions/movements";
import {
  TRANSACTION_SORTS,
  type TransactionFilters,
} from "@/lib/domain/transactions/transaction-filters";

export const MovementParams = z.strictObject({ id: Uuid });

const Actor = z
  .string()
  .regex(
    /^(key|user|cashier|consumer):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    "must be an actor's ID",
  );

/** The filters of the portal's list and its file. */
const FILTERS = {
  search: SearchTerm.optional(),
  cardUuid: Uuid.optional(),
  kind: z.enum(MOVEMENT_KIND_NAMES).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  currency: Currency.optional(),
  account: z.enum(COUNTER_ACCOUNTS).optional(),
  referenceId: ReferenceId.optional(),
  actor: Actor.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
};

type Wanted = { cardUuid?: string | undefined; kind?: MovementKind | undefined };

/** The domain's filters: a kind is a type, a counter account and a source. */
const withCardIdAndKind = <T extends Wanted>({ cardUuid, kind, ...query }: T) => ({
  ...query,
  ...((kind && MOVEMENT_KINDS[kind]) as TransactionFilters | undefined),
  cardId: cardUuid,
});

const SORT = { sort: z.enum(TRANSACTION_SORTS).optional() };

export const ExportMovementsQuery = z
  .strictObject({ ...FILTERS, ...SORT })
  .transform(withCardIdAndKind);

export const SearchMovementsQuery = z
  .strictObject({ ...FILTERS, ...SORT, ...CURSOR_PAGING_FIELDS })
  .transform(withCardIdAndKind);

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
  /** For a transfer between stores: the card at the other one. */
  otherEnd: TransferEndView.nullable(),
  /** For a refund or a reversal: what it refunds or reverses. */
  original: z.object({ amountCents: z.int() }).nullable(),
  /** What was refunded of a redemption, without refunds that were reversed. */
  refundedCents: z.int(),
  isReversed: z.boolean(),
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
  /** Whether the search may have more matches. */
  isIncomplete: z.boolean(),
});

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
      .max(320)
      .refine(isCleanText, "must be valid Unicode without NUL characters"),
  }),
);

export const resolvedTermReply = sameReply(z.object({ search: z.string() }));
