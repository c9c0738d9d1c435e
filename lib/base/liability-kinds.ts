/** What changes a store's liability, in the order of reports. */
export const LIABILITY_KINDS = [
  "issued",
  "credited",
  "imported",
  "redeemed",
  "transfers",
  "gifts",
  "breakage",
] as const;

export type LiabilityKind = (typeof LIABILITY_KINDS)[number];

/** Kinds that reports show even if nothing moved. */
export const MAIN_KINDS: string[] = ["issued", "redeemed"] satisfies LiabilityKind[];

/** Kinds that are taken from cards, but shown as positive amounts. */
const TAKEN_KINDS: LiabilityKind[] = ["redeemed", "breakage"];

/** What a kind added to the liability, as an amount that is shown by the kind's name. */
export const reportedCents = (kind: LiabilityKind, cents: bigint): bigint =>
  TAKEN_KINDS.includes(kind) ? -cents : cents;
