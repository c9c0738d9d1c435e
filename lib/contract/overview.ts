import { z } from "zod";
import { PERIODS } from "../reports/activity";
import { Count, Currency, ShownInstant, Sum } from "./fields";
import { sameReply } from "./shapes";

const LedgerCheckView = z.object({
  checkedAt: ShownInstant.nullable(),
  cards: Count,
  transactions: Count,
  problems: z.array(z.object({ check: z.string(), subject: z.string(), found: z.string() })),
  underway: z.object({ cards: Count, of: Count }).nullable(),
});

export const overviewReply = sameReply(
  z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        outstandingCents: Sum,
        escrow: z.object({ gifts: Count, amountCents: Sum }),
      }),
    ),
    cards: z.object({ active: Count, inactive: Count, disabled: Count }),
    expiredCards: Count.nullable(),
    /** Null once the store is past its setup. */
    setup: z
      .object({
        brand: z.boolean(),
        activated: z.boolean(),
        redeemed: z.boolean(),
        key: z.boolean(),
        webhook: z.boolean(),
        request: z.boolean(),
        /** The newest card. */
        cardId: z.guid().nullable(),
      })
      .nullable(),
    books: LedgerCheckView,
  }),
);

export const ActivityQuery = z.strictObject({ currency: Currency, period: z.enum(PERIODS) });

const Point = z.object({
  from: z.iso.date(),
  issuedCents: Sum,
  creditedCents: Sum,
  redeemedCents: Sum,
});

export const activityReply = sameReply(
  z.object({ step: z.enum(["day", "month"]), points: z.array(Point) }),
);
