import { z } from "zod";
import {
  CalendarDate,
  Count,
  Currency,
  PAGING,
  Sum,
  Uuid,
  withOffset,
} from "@/lib/api/contract/fields";
import {
  inBothShapes,
  PAGE_FIELDS,
  sameListReply,
  samePageReply,
  sameReply,
  withCardUuid,
} from "@/lib/api/contract/shapes";
import { LIABILITY_KINDS } from "@/lib/base/liability-kinds";
import { COMPARISONS } from "@/lib/base/time/date-ranges";
import { AGE_RANGES, EXPIRY_RANGES } from "@/lib/db/schema/ageing";
import { TRANSFER_DIRECTIONS } from "@/lib/db/schema/transfers";
import { MAX_CARDS_PER_WRITE_OFF, type WriteOffResult } from "@/lib/domain/cards/write-off";
import type { ExpiredCard } from "@/lib/domain/reports/expired-cards";
import { JOURNAL_GROUPINGS } from "@/lib/domain/reports/journal";
import { FORMAT_FIELD } from "./file-columns";

export const LiabilityQuery = z.strictObject({ currency: Currency });

const Changes = z.record(z.enum(LIABILITY_KINDS), Sum);

const RANGE_FIELDS = {
  currency: Currency,
  from: CalendarDate,
  to: CalendarDate,
  compare: z.enum(COMPARISONS).optional(),
};

export const ActivityQuery = z.strictObject(RANGE_FIELDS);

export const ActivityFileQuery = z.strictObject({ ...RANGE_FIELDS, ...FORMAT_FIELD });

const RangeTotalsView = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  openingCents: Sum,
  changes: Changes,
  closingCents: Sum,
});

const PointView = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  issuedCents: Sum,
  creditedCents: Sum,
  redeemedCents: Sum,
});

export const activityReply = sameReply(
  z.object({
    ...RangeTotalsView.shape,
    step: z.enum(["day", "week", "month"]),
    points: z.array(PointView),
    before: RangeTotalsView.nullable(),
  }),
);

/** Of the liability and of the expired cards. */
export const CurrencyFileQuery = z.strictObject({ currency: Currency, ...FORMAT_FIELD });

export const liabilityReply = sameReply(
  z.object({
    today: z.iso.date(),
    months: z.array(
      z.object({ month: z.string(), openingCents: Sum, changes: Changes, closingCents: Sum }),
    ),
  }),
);

export const AgeingQuery = z.strictObject({ day: CalendarDate.optional() });

export const AgeingFileQuery = z.strictObject({ day: CalendarDate.optional(), ...FORMAT_FIELD });

const ageingRange = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({ name: z.enum(names), cards: Count, balanceCents: Sum });

const AgeingView = z.object({
  day: z.iso.date().nullable(),
  days: z.array(z.iso.date()),
  currencies: z.array(
    z.object({
      currency: z.string(),
      cards: Count,
      balanceCents: Sum,
      byAge: z.array(ageingRange(AGE_RANGES)),
      byExpiry: z.array(ageingRange(EXPIRY_RANGES)),
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
  ...FORMAT_FIELD,
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
