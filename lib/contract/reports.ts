import { z } from "zod";
import { AGE_BUCKETS, EXPIRY_BUCKETS } from "../db/schema/ageing";
import { isIncoming } from "../db/schema/transactions";
import { TRANSFER_DIRECTIONS } from "../db/schema/transfers";
import type { CounterAccount } from "../ledger/records";
import { decimalText } from "../money";
import type { ExpiredCard } from "../reports/expired-cards";
import { type Entry, JOURNAL_GROUPINGS } from "../reports/journal";
import { MAX_CARDS_PER_WRITE_OFF, type WriteOffResult } from "../reports/write-off";
import type { SettlementLine } from "../transfers/settlement";
import { CalendarDate, Count, Currency, PAGING, Sum, Uuid, withOffset } from "./fields";
import {
  inBothShapes,
  PAGE_FIELDS,
  sameListReply,
  samePageReply,
  sameReply,
  withCardUuid,
} from "./shapes";
import { TYPE_WORDS } from "./transaction";

export const LiabilityQuery = z.strictObject({ currency: Currency });

const Changes = z.object({
  issued: Sum,
  credited: Sum,
  imported: Sum,
  redeemed: Sum,
  transfers: Sum,
  gifts: Sum,
  breakage: Sum,
});

export const liabilityReply = sameReply(
  z.object({
    today: z.iso.date(),
    months: z.array(
      z.object({ month: z.string(), openingCents: Sum, changes: Changes, closingCents: Sum }),
    ),
  }),
);

export const AgeingQuery = z.strictObject({ day: CalendarDate.optional() });

const bucket = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({ name: z.enum(names), cards: Count, balanceCents: Sum });

const AgeingView = z.object({
  day: z.iso.date().nullable(),
  days: z.array(z.iso.date()),
  currencies: z.array(
    z.object({
      currency: z.string(),
      cards: Count,
      balanceCents: Sum,
      byAge: z.array(bucket(AGE_BUCKETS)),
      byExpiry: z.array(bucket(EXPIRY_BUCKETS)),
    }),
  ),
});

export const ageingReply = sameReply(AgeingView);

export const ExpiredQuery = z.strictObject({ ...PAGING, currency: Currency }).transform(withOffset);

const ExpiredView = z.object({
  uuid: z.guid(),
  last4: z.string(),
  currency: z.string(),
  balanceCents: Count,
  expiresOn: z.iso.date().nullable(),
  ownerEmail: z.string().nullable(),
});

export const expiredReply = samePageReply(
  "cards",
  ExpiredView,
  ({ id, ...card }: ExpiredCard) => ({ ...card, uuid: id }),
  PAGE_FIELDS,
);

export const expiredTotalsReply = sameListReply(
  "totals",
  z.object({ currency: z.string(), cards: Count, balanceCents: Sum }),
);

export const WriteOffBody = inBothShapes(
  z
    .strictObject({
      cardUuids: z
        .array(Uuid)
        .min(1)
        .max(MAX_CARDS_PER_WRITE_OFF)
        .refine((uuids) => new Set(uuids).size === uuids.length, "must not contain a card twice"),
    })
    .transform(({ cardUuids }) => ({ cardIds: cardUuids })),
);

const WriteOffView = z.object({
  writtenOff: z.array(
    z.object({
      cardUuid: z.guid(),
      transactionId: z.guid(),
      amountCents: Count,
      currency: z.string(),
    }),
  ),
  skipped: z.array(
    z.object({
      cardUuid: z.guid(),
      reason: z.enum(["not_found", "not_active", "frozen", "not_expired", "empty", "held"]),
    }),
  ),
});

export const writeOffReply = sameReply(WriteOffView, ({ writtenOff, skipped }: WriteOffResult) => ({
  writtenOff: writtenOff.map(withCardUuid),
  skipped: skipped.map(withCardUuid),
}));

export const JournalQuery = z.strictObject({
  from: CalendarDate,
  to: CalendarDate,
  by: z.enum(JOURNAL_GROUPINGS).default("day"),
  currency: Currency.optional(),
});

export const settlementReply = sameListReply(
  "lines",
  z.object({
    month: z.string(),
    direction: z.enum(TRANSFER_DIRECTIONS),
    otherStore: z.string(),
    transfers: z.int().min(1),
    owedCents: Sum,
    owedCurrency: z.string(),
    creditedCents: Sum,
    creditedCurrency: z.string(),
  }),
);

/** Columns of the settlement file, from left to right. */
export const SETTLEMENT_COLUMNS = {
  "Month (UTC)": ({ month }: SettlementLine) => month,
  Store: ({ otherStore }: SettlementLine) => otherStore,
  Direction: ({ direction }: SettlementLine) =>
    direction === "out" ? "You owe them" : "They owe you",
  Transfers: ({ transfers }: SettlementLine) => transfers,
  Owed: ({ owedCents, owedCurrency }: SettlementLine) => ({
    decimal: decimalText(owedCents, owedCurrency),
  }),
  "Owed currency": ({ owedCurrency }: SettlementLine) => owedCurrency,
  Credited: ({ creditedCents, creditedCurrency }: SettlementLine) => ({
    decimal: decimalText(creditedCents, creditedCurrency),
  }),
  "Credited currency": ({ creditedCurrency }: SettlementLine) => creditedCurrency,
};

const CARDS_ACCOUNT_NAME = "Gift card liability";

const ACCOUNT_NAMES: Record<CounterAccount, string> = {
  issuance: "Issuance",
  imported: "Imported balances",
  redemption: "Redemption",
  store_credit: "Store credit",
  escrow: "Gifts in escrow",
  transfer_clearing: "Transfer clearing",
  fx: "Exchange differences",
  breakage: "Breakage",
};

const raisesLiability = ({ type }: Entry) => isIncoming(type);

function entryLabel({ type, counterAccount }: Entry): string {
  if (counterAccount === "breakage") return "Written off";
  if (type === "load" && counterAccount === "redemption") return "Redemption returned";
  if (counterAccount === "imported") return type === "load" ? "Imported" : "Import reversed";
  if (type === "spend" && counterAccount === "issuance") return "Load reversed";
  if (type === "spend" && counterAccount === "store_credit") return "Store credit reversed";
  return TYPE_WORDS[type];
}

/** Columns of the journal file. Each line debits one account and credits another. */
export const JOURNAL_COLUMNS: Record<string, (entry: Entry) => string | number | null> = {
  Date: ({ date }) => date,
  "Debit account": (entry) =>
    raisesLiability(entry) ? ACCOUNT_NAMES[entry.counterAccount] : CARDS_ACCOUNT_NAME,
  "Credit account": (entry) =>
    raisesLiability(entry) ? CARDS_ACCOUNT_NAME : ACCOUNT_NAMES[entry.counterAccount],
  Amount: ({ cents, currency }) => decimalText(cents, currency),
  Currency: ({ currency }) => currency,
  Reference: (entry) => entry.reference ?? entry.id,
  Description: entryLabel,
  Transactions: ({ movements }) => movements,
  Card: ({ cardId }) => cardId,
};
