import type { AmountLimits } from "../../context";

/** The columns of `api_keys` with the largest amounts, in minor units of each currency; null for no limit. */
export type AmountLimitColumns = {
  maxMovementInCents: number | null;
  maxMovementOutCents: number | null;
  maxDayInCents: number | null;
  maxDayOutCents: number | null;
};

/** A key's limits on amounts; null if it has none. */
export function amountLimitsOf(key: AmountLimitColumns): AmountLimits | null {
  const { maxMovementInCents, maxMovementOutCents, maxDayInCents, maxDayOutCents } = key;
  const all = [maxMovementInCents, maxMovementOutCents, maxDayInCents, maxDayOutCents];
  if (all.every((limit) => limit === null)) return null;
  return {
    in: { perMovementCents: maxMovementInCents, perDayCents: maxDayInCents },
    out: { perMovementCents: maxMovementOutCents, perDayCents: maxDayOutCents },
  };
}

/** The columns of a key's limits on amounts; null for what isn't given. */
export const amountLimitColumns = (
  key: {
    [Name in keyof AmountLimitColumns]?: number | null | undefined;
  },
): AmountLimitColumns => ({
  maxMovementInCents: key.maxMovementInCents ?? null,
  maxMovementOutCents: key.maxMovementOutCents ?? null,
  maxDayInCents: key.maxDayInCents ?? null,
  maxDayOutCents: key.maxDayOutCents ?? null,
});
