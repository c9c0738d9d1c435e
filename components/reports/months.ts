import type { Month } from "./types";

type Kind = keyof Month["changes"];

/** Kinds of liability changes, in report order. */
export const kinds: { kind: Kind; label: string }[] = [
  { kind: "issued", label: "Issued" },
  { kind: "credited", label: "Store credit" },
  { kind: "redeemed", label: "Redeemed" },
  { kind: "transfers", label: "Transfers" },
  { kind: "gifts", label: "Gifts" },
  { kind: "breakage", label: "Breakage" },
];

const always: Kind[] = ["issued", "redeemed"];

/** Kinds with any amount in these months, so that no column is all zeros. Issued and redeemed always show. */
export const kindsOf = (months: Month[]) =>
  kinds.filter(
    ({ kind }) =>
      always.includes(kind) || months.some(({ changes }) => BigInt(changes[kind]) !== 0n),
  );

/** Formats a month as "Nov 2026", with ", to date" for the current month. */
export function monthWords(month: string, today: string): string {
  const name = new Intl.DateTimeFormat(undefined, {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));
  return today.startsWith(month) ? `${name}, to date` : name;
}
