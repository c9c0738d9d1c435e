import { iso } from "@/lib/api/contract/fields";
import { TYPE_WORDS } from "@/lib/api/contract/v1/transaction";
import type { Metadata } from "@/lib/base/metadata";
import { isIncoming } from "@/lib/db/schema/transactions";
import type { ExportedMovement } from "@/lib/domain/transactions/search-transactions";

/** The change of the card's balance in minor units; negative if the balance decreases. */
const signedCents = ({ type, amountCents }: ExportedMovement) =>
  isIncoming(type) ? amountCents : -amountCents;

function movementLabel({ type, account, source, sequence }: ExportedMovement): string {
  if (source === "reversal") return "Reversal";
  if (type === "load" && account === "redemption") return "Refund";
  if (account === "store_credit") return "Store credit";
  if (account === "imported" && type === "load") return "Imported";
  if (account === "breakage") return "Written off";
  if (type === "load") return sequence === 1 ? "Issued" : "Topped up";
  return TYPE_WORDS[type];
}

const amountCell = (amountCents: number, { currency }: ExportedMovement) => ({
  amountCents,
  currency,
});

/** A timestamp in a format that spreadsheets parse, in the given time zone. */
export function timeIn(instant: Date | string, timeZone: string): string {
  const parts = timeFormatterFor(timeZone).format(new Date(instant));
  return parts.replace(",", "");
}

// Cached: creating a formatter costs more than formatting 1,000 rows.
const timeFormatters = new Map<string, Intl.DateTimeFormat>();

function timeFormatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = timeFormatters.get(timeZone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  timeFormatters.set(timeZone, made);
  return made;
}

/** Pairs as JSON text; null without pairs. */
export const metadataCell = (metadata: Metadata | null | undefined): string | null =>
  metadata ? JSON.stringify(metadata) : null;

/** Columns of the movements file, from left to right. */
export const MOVEMENT_COLUMNS = {
  Time: ({ createdAt, timeZone }: ExportedMovement) => timeIn(createdAt, timeZone),
  "Time zone": ({ timeZone }: ExportedMovement) => timeZone,
  "Time (UTC)": ({ createdAt }: ExportedMovement) => iso(createdAt),
  Type: movementLabel,
  Status: ({ status }: ExportedMovement) => status,
  Currency: ({ currency }: ExportedMovement) => currency,
  Amount: (row: ExportedMovement) => amountCell(signedCents(row), row),
  "Amount in minor units": signedCents,
  "Balance after": (row: ExportedMovement) => amountCell(row.balanceAfterCents, row),
  "Balance after in minor units": ({ balanceAfterCents }: ExportedMovement) => balanceAfterCents,
  "Card ending in": ({ card }: ExportedMovement) => card.last4,
  "Card ID": ({ cardId }: ExportedMovement) => cardId,
  Customer: ({ card }: ExportedMovement) => card.ownerEmail,
  Note: ({ note }: ExportedMovement) => note,
  Reference: ({ referenceId }: ExportedMovement) => referenceId,
  Source: ({ source }: ExportedMovement) => source,
  Metadata: ({ metadata }: ExportedMovement) => metadataCell(metadata),
  By: ({ actor, actorName }: ExportedMovement) => actorName ?? actor,
  "By (ID)": ({ actor }: ExportedMovement) => actor,
  "Request ID": ({ requestId }: ExportedMovement) => requestId,
  "Transfer ID": ({ transferId }: ExportedMovement) => transferId,
  "Transaction ID": ({ id }: ExportedMovement) => id,
  "Original transaction ID": ({ originalTransactionId }: ExportedMovement) =>
    originalTransactionId ?? null,
  Sequence: ({ sequence }: ExportedMovement) => sequence,
};
