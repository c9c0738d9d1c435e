import type { Month } from "./types";

type Kind = keyof Month["changes"];

/** What changed the liability, in the order of the report. */
export const kinds: { kind: Kind; label: string }[] = [
  { kind: "issued", label: "Issued" },
  { kind: "credited", label: "Store credit" },
  { kind: "redeemed", label: "Redeemed" },
  { kind: "transfers", label: "Transfers" },
  { kind: "gifts", label: "Gifts" },
  { kind: "breakage", label: "Breakage" },
];

const always: Kind[] = ["issued", "redeemed"];

/** Those that ever happened, so that no column is all zeros. */
export const kindsOf = (months: Month[]) =>
  kinds.filter(
    ({ kind }) =>
      always.includes(kind) || months.some(({ changes }) => BigInt(changes[kind]) !== 0n),
  );

/** "Nov 2026", and for the running month that it is not over. */
export function monthWords(month: string, today: string): string {
  const name = new Intl.DateTimeFormat(undefined, {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));
  return today.startsWith(month) ? `${name}, to date` : name;
}
