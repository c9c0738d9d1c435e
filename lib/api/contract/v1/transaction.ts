import { z } from "zod";
import { Currency, Instant, iso, PAGING, Uuid, withOffset } from "@/lib/api/contract/fields";
import { MetadataFilter, MetadataView } from "@/lib/api/contract/metadata";
import { NullableTotal, refuse, sameReply, shapedPageReply } from "@/lib/api/contract/shapes";
import { isCleanText } from "@/lib/base/text";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "@/lib/db/schema/transactions";
import { ACTOR_TYPES, type TransactionWithActor } from "@/lib/domain/transactions/list-with-actors";
import type { TransactionDetails } from "@/lib/domain/transactions/read-transaction";
import { needsSearch } from "@/lib/domain/transactions/transaction-filters";
import type { Transaction } from "@/lib/ledger/post/records";

const Type = z.enum(TRANSACTION_TYPES);
const Status = z.enum(TRANSACTION_STATUSES);

/** A transaction, the same in both shapes. */
export const TransactionView = z
  .strictObject({
    id: z.uuid(),
    cardUuid: z.uuid(),
    type: Type,
    amountCents: z.int().min(1).meta({ example: 2500 }),
    currency: z.string().meta({ example: "USD" }),
    description: z.string().meta({
      description: "The note, or a default text for the type.",
      example: "Birthday discount",
    }),
    status: Status,
    referenceId: z.string().nullable().meta({ example: "receipt-10482" }),
    source: z.string().nullable(),
    metadata: MetadataView,
    balanceAfterCents: z.int().min(0).meta({ example: 2500 }),
    sequence: z.int().meta({ description: "Counts the card's changes, starting at 1." }),
    transferId: z.uuid().optional(),
    originalTransactionId: z
      .uuid()
      .optional()
      .meta({ description: "The redemption that this transaction refunds." }),
    reversesTransactionId: z
      .uuid()
      .optional()
      .meta({ description: "The transaction that this one reverses." }),
    holdId: z.uuid().optional().meta({ description: "The hold that this redemption captured." }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Transaction" });

/** The default labels of movements in histories and files. */
export const TYPE_WORDS: Record<Transaction["type"], string> = {
  load: "Loaded",
  spend: "Redeemed",
  transfer_in: "Transferred in",
  transfer_out: "Transferred out",
  gift_sent: "Gift sent",
  gift_received: "Gift received",
};

function transactionDescription({ note, type, source }: Transaction): string {
  if (note !== null) return note;
  if (source === "reversal") return "Reversal";
  if (source === "refund") return "Refund";
  if (source === "replacement" && type === "transfer_out") return "Moved to a new card";
  if (source === "replacement" && type === "transfer_in") return "Moved from the old card";
  const isReturned = type === "gift_received" && source === "returned";
  return isReturned ? "Gift returned" : TYPE_WORDS[type];
}

function originalOf({ source, originalTransactionId }: Transaction) {
  if (!originalTransactionId) return {};
  return source === "reversal"
    ? { reversesTransactionId: originalTransactionId }
    : { originalTransactionId };
}

export const presentTransaction = (row: Transaction): z.input<typeof TransactionView> => ({
  id: row.id,
  cardUuid: row.cardId,
  type: row.type,
  amountCents: row.amountCents,
  currency: row.currency,
  description: transactionDescription(row),
  status: row.status,
  referenceId: row.referenceId,
  source: row.source,
  metadata: row.metadata ?? {},
  balanceAfterCents: row.balanceAfterCents,
  sequence: row.sequence,
  ...(row.transferId ? { transferId: row.transferId } : {}),
  ...originalOf(row),
  ...(row.holdId ? { holdId: row.holdId } : {}),
  createdAt: iso(row.createdAt),
});

// No index has the pairs of movements, so a search reads all of a card's or a period's.
const MAX_METADATA_DAYS = 92;

type MetadataSearch = {
  metadata?: unknown;
  cardUuid?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Refuses to search by metadata without a card or a short period. */
function boundMetadataSearch<T extends MetadataSearch>(query: T, context: z.RefinementCtx<T>): T {
  const { metadata, cardUuid, from, to = new Date() } = query;
  const isShort = from && to.getTime() - from.getTime() <= MAX_METADATA_DAYS * 86_400_000;
  if (metadata && !cardUuid && !isShort) {
    const bounds = `cardUuid, or with from and to at most ${MAX_METADATA_DAYS} days apart`;
    refuse(context, "metadata", `must be combined with ${bounds}`);
  }
  return query;
}

const FilterText = z.string().min(1).max(255).refine(isCleanText, "must be valid Unicode");

export const ListTransactionsQuery = z
  .strictObject({
    ...PAGING,
    cardUuid: Uuid.optional(),
    type: Type.optional(),
    status: Status.optional(),
    currency: Currency.optional(),
    source: FilterText.optional().meta({
      description: "The source of the transaction, such as `platform`, `refund` or `reversal`.",
    }),
    keyId: Uuid.optional().meta({ description: "Only transactions made with this API key." }),
    reversed: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional()
      .meta({
        description: "Whether the transaction was reversed.",
        type: "boolean",
        enum: [true, false],
      }),
    referenceId: FilterText.optional(),
    from: Instant.optional().meta({ description: "Start of the period, inclusive." }),
    to: Instant.optional().meta({ description: "End of the period, exclusive." }),
    metadata: MetadataFilter.optional(),
  })
  .transform(withOffset)
  .transform(boundMetadataSearch)
  .transform(({ cardUuid, keyId, ...query }, context) => {
    const filters = { ...query, cardId: cardUuid, actor: keyId && `key:${keyId}` };
    if (query.offset > 0 && needsSearch(filters)) {
      refuse(context, "offset", "can't be combined with keyId, source or reversed; use the cursor");
    }
    return filters;
  });

/** Who made a transaction. Customers, cashiers and people of the team are not named. */
export const ActorView = z
  .strictObject({
    type: z.enum(ACTOR_TYPES),
    id: z.uuid().nullable().meta({ description: "The ID of the API key or team member." }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The name of the API key.", example: "Till 2" }),
  })
  .meta({
    description: "Who made the transaction. Consumers, cashiers and team members aren't named.",
  });

/** A transaction in the list, with who made it. */
const ListedTransactionView = TransactionView.extend({
  actor: ActorView,
}).meta({ id: "ListedTransaction" });

const presentListed = ({ actor, ...row }: TransactionWithActor) => ({
  ...presentTransaction(row),
  actor,
});

export const transactionsReply = shapedPageReply<TransactionWithActor, number | null>()(
  "transactions",
  { A: [ListedTransactionView, presentListed], B: [ListedTransactionView, presentListed] },
  NullableTotal,
);

export const TransactionParams = z.strictObject({ id: Uuid });

const Cents = z.int().min(0);

export const transactionDetailsReply = sameReply(
  z
    .strictObject({
      ...TransactionView.shape,
      reversedByTransactionId: z.uuid().nullable(),
      refundedCents: Cents.meta({
        description: "The amount refunded, in minor units.",
        example: 450,
      }),
      refundableCents: Cents.meta({
        description:
          "The amount that can still be refunded. 0 unless the transaction is a redemption.",
        example: 500,
      }),
      refunds: z
        .array(
          z.strictObject({ id: z.uuid(), amountCents: Cents.min(1), createdAt: z.iso.datetime() }),
        )
        .meta({ description: "The refunds that weren't reversed, oldest first." }),
    })
    .meta({ id: "TransactionDetails" }),
  ({ transaction, refunds, ...details }: TransactionDetails) => ({
    ...presentTransaction(transaction),
    ...details,
    refunds: refunds.map((refund) => ({ ...refund, createdAt: iso(refund.createdAt) })),
  }),
);
