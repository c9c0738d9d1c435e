import { z } from "zod";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "../db/schema/transactions";
import type { Transaction } from "../ledger/records";
import { isCleanText } from "../text";
import { Instant, iso, PAGING, Uuid, withOffset } from "./fields";
import { shapedPageReply } from "./shapes";

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
    description: z
      .string()
      .meta({ description: "The note, or a default for the type.", example: "Birthday discount" }),
    status: Status,
    referenceId: z.string().nullable().meta({ example: "receipt-10482" }),
    source: z.string().nullable(),
    balanceAfterCents: z.int().min(0).meta({ example: 2500 }),
    sequence: z.int().meta({ description: "Counts the changes of the card, from 1." }),
    transferId: z.uuid().optional(),
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
  if (source === "replacement" && type === "transfer_out") return "Moved to a new card";
  if (source === "replacement" && type === "transfer_in") return "Moved from the old card";
  const isReturned = type === "gift_received" && source === "returned";
  return isReturned ? "Gift returned" : TYPE_WORDS[type];
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
  balanceAfterCents: row.balanceAfterCents,
  sequence: row.sequence,
  ...(row.transferId ? { transferId: row.transferId } : {}),
  createdAt: iso(row.createdAt),
});

export const ListTransactionsQuery = z
  .strictObject({
    ...PAGING,
    cardUuid: Uuid.optional(),
    type: Type.optional(),
    status: Status.optional(),
    referenceId: z.string().min(1).max(255).refine(isCleanText, "must be valid Unicode").optional(),
    from: Instant.optional().meta({ description: "From this time, inclusive." }),
    to: Instant.optional().meta({ description: "Up to this time, exclusive." }),
  })
  .transform(withOffset)
  .transform(({ cardUuid, ...query }) => ({ ...query, cardId: cardUuid }));

export const transactionsReply = shapedPageReply<Transaction>()("transactions", {
  A: [TransactionView, presentTransaction],
  B: [TransactionView, presentTransaction],
});
