import type { AmountLimits } from "@/lib/base/context";

/** The columns of a key or a cashier with the largest amounts, in minor units of each currency; null for no limit. */
export type AmountLimitColumns = {
  maxMovementInCents: number | null;
  maxMovementOutCents: number | null;
  maxDayInCents: number | null;
  maxDayOutCents: number | null;
};

/** Limits as a request sets them. */
export type PartialAmountLimits = {
  [Name in keyof AmountLimitColumns]?: number | null | undefined;
};

/** The limits on amounts of a key or a cashier; null without any. */
export function amountLimitsOf(key: AmountLimitColumns): AmountLimits | null {
  const { maxMovementInCents, maxMovementOutCents, maxDayInCents, maxDayOutCents } = key;
  const all = [maxMovementInCents, maxMovementOutCents, maxDayInCents, maxDayOutCents];
  if (all.every((limit) => limit === null)) return null;
  return {
    in: { perMovementCents: maxMovementInCents, perDayCents: maxDayInCents },
    out: { perMovementCents: maxMovementOutCents, perDayCents: maxDayOutCents },
  };
}

/** The columns for given limits; null for those that aren't given. */
export const amountLimitColumns = (limits: PartialAmountLimits): AmountLimitColumns => ({
  maxMovementInCents: limits.maxMovementInCents ?? null,
  maxMovementOutCents: limits.maxMovementOutCents ?? null,
  maxDayInCents: limits.maxDayInCents ?? null,
  maxDayOutCents: limits.maxDayOutCents ?? null,
});
