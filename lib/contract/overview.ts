import { z } from "zod";
import { type Activity, PERIODS } from "../reports/activity";
import type { BooksChecked } from "../reports/books";
import type { Overview } from "../reports/overview";
import { Currency, iso, Sum } from "./fields";
import { sameInBoth } from "./shapes";

const count = z.int().min(0);

export const BooksView = z.strictObject({
  checkedAt: z.iso.datetime().nullable(),
  cards: count,
  transactions: count,
  problems: z.array(z.strictObject({ check: z.string(), subject: z.string(), found: z.string() })),
  underway: z.strictObject({ cards: count, of: count }).nullable(),
});

const presentBooks = (books: BooksChecked): z.input<typeof BooksView> => ({
  ...books,
  checkedAt: books.checkedAt && iso(books.checkedAt),
});

export const OverviewView = z.strictObject({
  currencies: z.array(
    z.strictObject({
      currency: z.string(),
      outstandingCents: Sum,
      escrow: z.strictObject({ gifts: count, amountCents: Sum }),
    }),
  ),
  cards: z.strictObject({ active: count, inactive: count, disabled: count }),
  expiredCards: count.nullable(),
  setup: z.strictObject({
    key: z.boolean(),
    card: z.boolean(),
    activated: z.boolean(),
    redeemed: z.boolean(),
    webhook: z.boolean(),
  }),
  books: BooksView,
});

export const overviewReply = sameInBoth(
  OverviewView,
  ({ currencies, books, ...overview }: Overview) => ({
    ...overview,
    currencies: currencies.map(({ currency, outstandingCents, escrow }) => ({
      currency,
      outstandingCents: String(outstandingCents),
      escrow: { gifts: escrow.gifts, amountCents: String(escrow.amountCents) },
    })),
    books: presentBooks(books),
  }),
);

export const ActivityQuery = z.strictObject({ currency: Currency, period: z.enum(PERIODS) });

export const ActivityView = z.strictObject({
  step: z.enum(["day", "month"]),
  points: z.array(
    z.strictObject({
      from: z.iso.date(),
      issuedCents: Sum,
      creditedCents: Sum,
      redeemedCents: Sum,
    }),
  ),
});

export const activityReply = sameInBoth(ActivityView, ({ step, points }: Activity) => ({
  step,
  points: points.map(({ from, issuedCents, creditedCents, redeemedCents }) => ({
    from,
    issuedCents: String(issuedCents),
    creditedCents: String(creditedCents),
    redeemedCents: String(redeemedCents),
  })),
}));
