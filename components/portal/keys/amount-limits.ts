/** The amounts that a key can be limited to, as named in the API. */
export const AMOUNT_LIMITS = [
  "maxMovementInCents",
  "maxDayInCents",
  "maxMovementOutCents",
  "maxDayOutCents",
] as const;

export type AmountLimit = (typeof AMOUNT_LIMITS)[number];

/** A value for each limit, from its name. */
export const eachAmountLimit = <T>(limit: (name: AmountLimit) => T) =>
  Object.fromEntries(AMOUNT_LIMITS.map((name) => [name, limit(name)])) as Record<AmountLimit, T>;
