import { z } from "zod";
import { Count, ShownInstant } from "@/lib/api/contract/fields";
import { inBothShapes, sameReply } from "@/lib/api/contract/shapes";
import type { Closing, ExportedClosing, NextMonth } from "@/lib/domain/reports/close-month";
import type { Columns } from "./file-columns";

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");

export const ClosingParams = z.strictObject({ month: Month });

export const CloseMonthBody = inBothShapes(z.strictObject({ month: Month }));

const ClosingView = z.object({
  month: z.string(),
  transactions: Count,
  /** In hex; the month after it contains it. */
  hash: z.string(),
  closedBy: z.string().nullable(),
  closedAt: ShownInstant,
});

const presentClosing = ({ month, transactions, hash, closedBy, closedAt }: Closing) => ({
  month,
  transactions,
  hash,
  closedBy,
  closedAt,
});

export const closingReply = sameReply(
  z.object({ closing: ClosingView }),
  ({ closing }: { closing: Closing }) => ({ closing: presentClosing(closing) }),
);

export const closingsReply = sameReply(
  z.object({
    closings: z.array(ClosingView),
    next: z.object({ month: z.string(), isReady: z.boolean() }).nullable(),
  }),
  ({ closings, next }: { closings: Closing[]; next: NextMonth | null }) => ({
    closings: closings.map(presentClosing),
    next,
  }),
);

const amount = (cents: string | undefined, currency: string) => ({
  amountCents: BigInt(cents ?? "0"),
  currency,
});

const change =
  (kind: string) =>
  ({ totals }: ExportedClosing) =>
    amount(totals.changes[kind], totals.currency);

/** The columns of an exported closing, which has a row per currency. */
export const CLOSING_COLUMNS: Columns<ExportedClosing> = {
  Month: ({ month }) => ({ date: month }),
  Currency: ({ totals }) => totals.currency,
  "Opening balance": ({ totals }) => amount(totals.openingCents, totals.currency),
  Issued: change("issued"),
  "Store credit": change("credited"),
  Imported: change("imported"),
  Redeemed: change("redeemed"),
  Transfers: change("transfers"),
  Gifts: change("gifts"),
  Breakage: change("breakage"),
  "Closing balance": ({ totals }) => amount(totals.closingCents, totals.currency),
  Transactions: ({ transactions }) => transactions,
  "Closed by": ({ closedBy }) => closedBy,
  "Closed at": ({ closedAt }) => closedAt,
  Fingerprint: ({ hash }) => hash,
  "Previous fingerprint": ({ previousHash }) => previousHash,
};
