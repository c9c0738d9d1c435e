import { z } from "zod";
import { AGES, EXPIRIES } from "../db/schema/ageing";
import type { Page } from "../page";
import type { Aged, Ageing } from "../reports/ageing";
import type { ExpiredCard, ExpiredTotal } from "../reports/expired-cards";
import { JOURNAL_BY } from "../reports/journal";
import type { RollForward } from "../reports/roll-forward";
import { MAX_WRITTEN_OFF, type WrittenOff } from "../reports/write-off";
import { CalendarDate, Currency, PAGING, Sum, Uuid, withOffset } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

const count = z.int().min(0);

export const LiabilityQuery = z.strictObject({ currency: Currency });

const Changes = z.strictObject({
  issued: Sum,
  credited: Sum,
  redeemed: Sum,
  transfers: Sum,
  gifts: Sum,
  breakage: Sum,
});

export const LiabilityView = z.strictObject({
  today: z.iso.date(),
  months: z.array(
    z.strictObject({
      month: z.string(),
      openingCents: Sum,
      changes: Changes,
      closingCents: Sum,
    }),
  ),
});

export const liabilityReply = sameInBoth(LiabilityView, ({ today, months }: RollForward) => ({
  today,
  months: months.map(({ month, openingCents, changes, closingCents }) => ({
    month,
    openingCents: String(openingCents),
    changes: {
      issued: String(changes.issued),
      credited: String(changes.credited),
      redeemed: String(changes.redeemed),
      transfers: String(changes.transfers),
      gifts: String(changes.gifts),
      breakage: String(changes.breakage),
    },
    closingCents: String(closingCents),
  })),
}));

export const AgeingQuery = z.strictObject({ day: CalendarDate.optional() });

const bucket = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.strictObject({ name: z.enum(names), cards: count, balanceCents: Sum });

export const AgeingView = z.strictObject({
  day: z.iso.date().nullable(),
  days: z.array(z.iso.date()),
  currencies: z.array(
    z.strictObject({
      currency: z.string(),
      cards: count,
      balanceCents: Sum,
      byAge: z.array(bucket(AGES)),
      byExpiry: z.array(bucket(EXPIRIES)),
    }),
  ),
});

const asText = <Summed extends { balanceCents: bigint }>(summed: Summed) => ({
  ...summed,
  balanceCents: String(summed.balanceCents),
});

const presentAged = ({ byAge, byExpiry, ...aged }: Aged) => ({
  ...asText(aged),
  byAge: byAge.map(asText),
  byExpiry: byExpiry.map(asText),
});

export const ageingReply = sameInBoth(AgeingView, ({ currencies, ...ageing }: Ageing) => ({
  ...ageing,
  currencies: currencies.map(presentAged),
}));

export const ExpiredQuery = z.strictObject({ ...PAGING, currency: Currency }).transform(withOffset);

export const ExpiredView = z.strictObject({
  cards: z.array(
    z.strictObject({
      uuid: z.uuid(),
      last4: z.string(),
      currency: z.string(),
      balanceCents: count,
      expiresOn: z.iso.date().nullable(),
      ownerEmail: z.string().nullable(),
    }),
  ),
  total: count,
  limit: count,
  offset: count,
  nextCursor: z.string().nullable(),
});

export const expiredReply = sameInBoth(ExpiredView, ({ items, ...page }: Page<ExpiredCard>) => ({
  cards: items.map(({ id, ...card }) => ({ uuid: id, ...card })),
  ...page,
}));

export const ExpiredTotalsView = z.strictObject({
  totals: z.array(z.strictObject({ currency: z.string(), cards: count, balanceCents: Sum })),
});

export const expiredTotalsReply = sameInBoth(ExpiredTotalsView, (totals: ExpiredTotal[]) => ({
  totals: totals.map(asText),
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

export const WriteOffView = z.strictObject({
  writtenOff: z.array(
    z.strictObject({
      cardUuid: z.uuid(),
      transactionId: z.uuid(),
      amountCents: count,
      currency: z.string(),
    }),
  ),
  skipped: z.array(
    z.strictObject({
      cardUuid: z.uuid(),
      reason: z.enum(["not_found", "not_active", "not_expired", "empty"]),
    }),
  ),
});

export const writeOffReply = sameInBoth(WriteOffView, ({ writtenOff, skipped }: WrittenOff) => ({
  // Field by field, since what is replayed comes back in another order.
  writtenOff: writtenOff.map(({ cardId, transactionId, amountCents, currency }) => ({
    cardUuid: cardId,
    transactionId,
    amountCents,
    currency,
  })),
  skipped: skipped.map(({ cardId, reason }) => ({ cardUuid: cardId, reason })),
}));

export const JournalQuery = z.strictObject({
  from: CalendarDate,
  to: CalendarDate,
  by: z.enum(JOURNAL_BY).default("day"),
  currency: Currency.optional(),
});
