import { z } from "zod";
import {
  CalendarDate,
  Count,
  Currency,
  Instant,
  ShownInstant,
  Sum,
  Uuid,
} from "@/lib/api/contract/fields";
import { type Example, refuse, sameReply } from "@/lib/api/contract/shapes";
import { TRANSACTION_TYPES } from "@/lib/db/schema/transactions";
import { TOTAL_GROUPS, type TransactionTotals } from "@/lib/domain/transactions/total-transactions";
import { ActorView } from "./transaction";

const GROUPS: readonly string[] = TOTAL_GROUPS;

export const TotalsQuery = z
  .strictObject({
    day: CalendarDate.optional().meta({
      description: "A day in the store's time zone. Can't be combined with `from` or `to`.",
      example: "2026-01-31",
    }),
    from: Instant.optional().meta({
      description:
        "Start of the period, inclusive. The default is the start of today in the store's time zone.",
    }),
    to: Instant.optional().meta({
      description: "End of the period, exclusive. The default is now.",
    }),
    groupBy: z
      .string()
      .max(50)
      .refine((text) => text.split(",").every((group) => GROUPS.includes(group)), {
        error: `must be a list of ${TOTAL_GROUPS.join(", ")}, separated by commas`,
      })
      .transform((text) => TOTAL_GROUPS.filter((group) => text.split(",").includes(group)))
      .default(["type", "currency"])
      .meta({
        description: "Comma-separated. The default is `type,currency`.",
        example: "type,key,currency",
      }),
    keyId: Uuid.optional().meta({ description: "Only transactions made with this API key." }),
    currency: Currency.optional(),
  })
  .transform(({ keyId, ...query }, context) => {
    if (query.day !== undefined && (query.from ?? query.to) !== undefined) {
      refuse(context, "day", "can't be combined with from or to");
    }
    return { ...query, actor: keyId && `key:${keyId}` };
  });

export const totalsReply = sameReply(
  z.object({
    from: ShownInstant,
    to: ShownInstant,
    timeZone: z.string().meta({ description: "The store's time zone." }),
    totals: z.array(
      z.object({
        type: z.enum(TRANSACTION_TYPES).optional(),
        actor: ActorView.optional(),
        source: z.string().nullable().optional(),
        currency: z.string(),
        count: Count,
        amountCents: Sum.meta({
          description:
            "The sum in minor units, as a string because it can exceed the largest safe integer in JavaScript.",
          example: "128450",
        }),
      }),
    ),
  }),
);

export const totalsExample: Example<TransactionTotals> = {
  query: { day: "2026-01-31", groupBy: "type,key,currency" },
  result: () => {
    const actor = {
      type: "key",
      id: "0197a3c4-8e2f-7c63-9d51-2e3f4a5b6c7d",
      name: "Till 2",
    } as const;
    return {
      from: new Date("2026-01-31T05:00:00Z"),
      to: new Date("2026-02-01T05:00:00Z"),
      timeZone: "America/New_York",
      totals: [
        { type: "load", actor, currency: "USD", count: 12, amountCents: "60000" },
        { type: "spend", actor, currency: "USD", count: 47, amountCents: "128450" },
      ],
    };
  },
};
