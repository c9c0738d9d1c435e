import { z } from "zod";
import { Count, ShownInstant, Sum } from "@/lib/api/contract/fields";
import { sameReply } from "@/lib/api/contract/shapes";

const LedgerCheckView = z.object({
  checkedAt: ShownInstant.nullable(),
  cards: Count,
  transactions: Count,
  problems: z.array(z.object({ check: z.string(), subject: z.string(), found: z.string() })),
  underway: z.object({ cards: Count, of: Count }).nullable(),
});

const AttentionView = z.object({
  webhooks: z.array(z.object({ id: z.guid(), url: z.string() })),
  keys: z.array(z.object({ id: z.guid(), name: z.string(), expiresAt: ShownInstant })),
  differences: Count,
  failedEmails: Count,
  bouncedAddresses: Count,
});

export const overviewReply = sameReply(
  z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        outstandingCents: Sum,
        /** What deactivated cards have of it; null if they are too many to read. */
        deactivatedCents: Sum.nullable(),
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
        till: z.boolean(),
        /** The newest card. */
        cardId: z.guid().nullable(),
      })
      .nullable(),
    books: LedgerCheckView,
    attention: AttentionView,
  }),
);
