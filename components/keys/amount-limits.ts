/** The amounts that a key can be limited to: their fields in the API, labels, and phrases after an amount. */
export const AMOUNT_LIMITS = [
  { name: "maxMovementInCents", label: "Largest amount added", phrase: "added per transaction" },
  { name: "maxDayInCents", label: "Added per day", phrase: "added per day" },
  { name: "maxMovementOutCents", label: "Largest amount taken", phrase: "taken per transaction" },
  { name: "maxDayOutCents", label: "Taken per day", phrase: "taken per day" },
] as const;

export type AmountLimit = (typeof AMOUNT_LIMITS)[number]["name"];

/** A value for each limit, from its name. */
export const eachAmountLimit = <T>(limit: (name: AmountLimit) => T) =>
  Object.fromEntries(AMOUNT_LIMITS.map(({ name }) => [name, limit(name)])) as Record<
    AmountLimit,
    T
  >;
