import { isIncoming } from "../db/schema/transactions";
import type { ExportedMovement } from "../history/search-transactions";
import { decimalText } from "../money";
import { iso } from "./fields";

/** What the movement did to the card, in minor units: negative where it took from it. */
const signedCents = ({ type, amountCents }: ExportedMovement) =>
  isIncoming(type) ? amountCents : -amountCents;

const TYPE_WORDS: Record<ExportedMovement["type"], string> = {
  load: "Loaded",
  spend: "Redeemed",
  transfer_in: "Transferred in",
  transfer_out: "Transferred out",
  gift_sent: "Gift sent",
  gift_received: "Gift received",
};

function wordOf({ type, account }: ExportedMovement): string {
  if (account === "store_credit") return "Store credit issued";
  return account === "breakage" ? "Written off" : TYPE_WORDS[type];
}

const money = (amountCents: number, { currency }: ExportedMovement) => ({
  decimal: decimalText(amountCents, currency),
});

/** An instant as a spreadsheet reads it, in the time zone of its own column. */
export function timeIn(instant: Date | string, timeZone: string): string {
  const parts = formatFor(timeZone).format(new Date(instant));
  return parts.replace(",", "");
}

// Making one costs more than a thousand rows.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  formats.set(timeZone, made);
  return made;
}

/** The columns of the file of movements, from left to right. */
export const MOVEMENT_FILE = {
  Time: ({ createdAt, timeZone }: ExportedMovement) => timeIn(createdAt, timeZone),
  "Time zone": ({ timeZone }: ExportedMovement) => timeZone,
  "Time (UTC)": ({ createdAt }: ExportedMovement) => iso(createdAt),
  Type: wordOf,
  Status: ({ status }: ExportedMovement) => status,
  Currency: ({ currency }: ExportedMovement) => currency,
  Amount: (row: ExportedMovement) => money(signedCents(row), row),
  "Amount in minor units": signedCents,
  "Balance after": (row: ExportedMovement) => money(row.balanceAfterCents, row),
  "Balance after in minor units": ({ balanceAfterCents }: ExportedMovement) => balanceAfterCents,
  "Card ends in": ({ card }: ExportedMovement) => card.last4,
  "Card id": ({ cardId }: ExportedMovement) => cardId,
  "Card's owner": ({ card }: ExportedMovement) => card.ownerEmail,
  Note: ({ note }: ExportedMovement) => note,
  Reference: ({ referenceId }: ExportedMovement) => referenceId,
  Source: ({ source }: ExportedMovement) => source,
  By: ({ actor, actorName }: ExportedMovement) => actorName ?? actor,
  "By (id)": ({ actor }: ExportedMovement) => actor,
  "Request id": ({ requestId }: ExportedMovement) => requestId,
  "Transfer id": ({ transferId }: ExportedMovement) => transferId,
  "Transaction id": ({ id }: ExportedMovement) => id,
  "Place in the card's history": ({ sequence }: ExportedMovement) => sequence,
};
