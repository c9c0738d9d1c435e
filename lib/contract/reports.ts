import { z } from "zod";
import { AGES, EXPIRIES } from "../db/schema/ageing";
import { TRANSFER_DIRECTIONS } from "../db/schema/transfers";
import { decimalText } from "../money";
import type { Page } from "../page";
import type { ExpiredCard, ExpiredTotal } from "../reports/expired-cards";
import { JOURNAL_BY } from "../reports/journal";
import { MAX_WRITTEN_OFF, type WrittenOff } from "../reports/write-off";
import type { SettlementLine } from "../transfers/settlement";
import { CalendarDate, Count, Currency, PAGING, Sum, Uuid, withOffset } from "./fields";
import { inBoth, presented, type Shaped } from "./shapes";

export const LiabilityQuery = z.strictObject({ currency: Currency });

const Changes = z.object({
  issued: Sum,
  credited: Sum,
  redeemed: Sum,
  transfers: Sum,
  gifts: Sum,
  breakage: Sum,
});

const LiabilityView = z.object({
  today: z.iso.date(),
  months: z.array(
    z.object({
      month: z.string(),
      openingCents: Sum,
      changes: Changes,
      closingCents: Sum,
    }),
  ),
});

export const liabilityReply = presented(LiabilityView);

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
      byAge: z.array(bucket(AGES)),
      byExpiry: z.array(bucket(EXPIRIES)),
    }),
  ),
});

export const ageingReply = presented(AgeingView);

export const ExpiredQuery = z.strictObject({ ...PAGING, currency: Currency }).transform(withOffset);

const ExpiredView = z.object({
  cards: z.array(
    z.object({
      uuid: z.guid(),
      last4: z.string(),
      currency: z.string(),
      balanceCents: Count,
      expiresOn: z.iso.date().nullable(),
      ownerEmail: z.string().nullable(),
    }),
  ),
  total: Count,
  limit: Count,
  offset: Count,
  nextCursor: z.string().nullable(),
});

export const expiredReply = presented(ExpiredView, ({ items, ...page }: Page<ExpiredCard>) => ({
  cards: items.map(({ id, ...card }) => ({ uuid: id, ...card })),
  ...page,
}));

const ExpiredTotalsView = z.object({
  totals: z.array(z.object({ currency: z.string(), cards: Count, balanceCents: Sum })),
});

export const expiredTotalsReply = presented(ExpiredTotalsView, (totals: ExpiredTotal[]) => ({
  totals,
}));

export const WriteOffBody: Shaped<{ cardIds: string[] }> = inBoth(
  z
    .strictObject({
      cardUuids: z
        .array(Uuid)
        .min(1)
        .max(MAX_WRITTEN_OFF)
        .refine((uuids) => new Set(uuids).size === uuids.length, "names a card twice"),
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
      reason: z.enum(["not_found", "not_active", "not_expired", "empty"]),
    }),
  ),
});

export const writeOffReply = presented(WriteOffView, ({ writtenOff, skipped }: WrittenOff) => ({
  writtenOff: writtenOff.map((card) => ({ ...card, cardUuid: card.cardId })),
  skipped: skipped.map((card) => ({ ...card, cardUuid: card.cardId })),
}));

export const JournalQuery = z.strictObject({
  from: CalendarDate,
  to: CalendarDate,
  by: z.enum(JOURNAL_BY).default("day"),
  currency: Currency.optional(),
});

const SettlementView = z.object({
  lines: z.array(
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
  ),
});

export const settlementReply = presented(SettlementView, (lines: SettlementLine[]) => ({ lines }));

/** The columns of the settlement's file. */
export const SETTLEMENT_FILE = {
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
