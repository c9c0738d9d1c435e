import { z } from "zod";
import { ShownInstant } from "@/lib/api/contract/fields";
import { type Example, sameReply } from "@/lib/api/contract/shapes";
import type { AmountLimit } from "@/lib/base/context";
import type { CallerDescription } from "@/lib/domain/api-keys/me";

const Cents = z.int().min(0).nullable();

/** A key's limits on amounts in one direction. Null: no limit. */
const AmountLimitView = z.strictObject({
  perMovementCents: Cents.meta({ description: "The maximum amount per transaction." }),
  perDayCents: Cents.meta({ description: "The maximum total per day, in each currency." }),
  today: z
    .array(z.strictObject({ currency: z.string(), usedCents: z.int(), remainingCents: z.int() }))
    .meta({
      description:
        "If there's a daily limit: the amounts used and left today, for each currency used today. In other currencies, the full limit is left.",
    }),
});

const MeView = z.strictObject({
  store: z.strictObject({
    id: z.guid(),
    name: z.string(),
    currency: z.string(),
    timeZone: z.string(),
  }),
  key: z
    .strictObject({
      id: z.guid(),
      name: z.string(),
      place: z
        .string()
        .nullable()
        .meta({ description: "Where the key is used, in the store's own words." }),
      expiresAt: ShownInstant.nullable(),
      addressRanges: z.array(z.string()).meta({
        description: "The networks that can use the key. Empty if there's no restriction.",
      }),
      amountLimits: z.strictObject({ in: AmountLimitView, out: AmountLimitView }).nullable().meta({
        description:
          "`in` limits money added to cards, and `out` limits money taken from cards. Null if there are no limits.",
      }),
    })
    .nullable()
    .meta({ description: "Null for a signed-in team member." }),
  shape: z.enum(["A", "B"]),
  scopes: z.array(z.string()),
  rateLimits: z
    .array(z.strictObject({ name: z.string(), max: z.int(), windowSeconds: z.number() }))
    .meta({ description: "Empty if the key has no rate limits." }),
});

export const meReply = sameReply(MeView, presentMe);

function presentMe({ key, ...rest }: CallerDescription) {
  return { ...rest, key: key && presentKey(key) };
}

function presentKey({
  id,
  name,
  place,
  expiresAt,
  addressRanges,
  amounts,
}: NonNullable<CallerDescription["key"]>) {
  const side = (limit: AmountLimit, used: "inCents" | "outCents") => ({
    ...limit,
    today:
      limit.perDayCents === null
        ? []
        : (amounts?.today ?? []).map((moved) => ({
            currency: moved.currency,
            usedCents: moved[used],
            remainingCents: Math.max(0, (limit.perDayCents ?? 0) - moved[used]),
          })),
  });
  const amountLimits = amounts && {
    in: side(amounts.in, "inCents"),
    out: side(amounts.out, "outCents"),
  };
  return { id, name, place, expiresAt, addressRanges, amountLimits };
}

export const meExample: Example<CallerDescription> = {
  result: () => ({
    store: {
      id: "0197a3c2-6f1d-7b52-8c40-1d2e3f4a5b6c",
      name: "Juniper Street Books",
      currency: "USD",
      timeZone: "America/New_York",
    },
    key: {
      id: "0197a3c4-8e2f-7c63-9d51-2e3f4a5b6c7d",
      name: "Till 2",
      place: "Front counter",
      expiresAt: "2027-01-01T09:00:00.000Z",
      addressRanges: ["203.0.113.0/24"],
      amounts: {
        in: { perMovementCents: 50_000, perDayCents: 200_000 },
        out: { perMovementCents: null, perDayCents: 500_000 },
        today: [{ currency: "USD", inCents: 60_000, outCents: 128_450 }],
      },
    },
    shape: "A",
    scopes: ["cards:read", "money:write"],
    rateLimits: [{ name: "money", max: 50, windowSeconds: 60 }],
  }),
};
