import type { ReplyOf } from "@/components/api";
import { pageLocale } from "@/components/locale";

export type Month = ReplyOf<"/api/portal/reports/liability">["months"][number];

/** One of a month's figures. A change is signed. */
export type Figure = {
  label: string;
  centsIn: (month: Month) => bigint;
  signed?: true;
  /** Classes of its table cell and of its line in the list. */
  cell?: string;
  line?: string;
};

const change = (label: string, kind: keyof Month["changes"]): Figure => ({
  label,
  centsIn: ({ changes }) => BigInt(changes[kind]),
  signed: true,
});

const opening: Figure = {
  label: "Opening",
  centsIn: ({ openingCents }) => BigInt(openingCents),
  cell: "text-muted",
};
const alwaysShownKinds = ["Issued", "Redeemed"];
const changes = [
  change("Issued", "issued"),
  change("Store credit", "credited"),
  change("Redeemed", "redeemed"),
  change("Transfers", "transfers"),
  change("Gifts", "gifts"),
  change("Breakage", "breakage"),
];
const closing: Figure = {
  label: "Closing",
  centsIn: ({ closingCents }) => BigInt(closingCents),
  cell: "font-semibold",
  line: "border-t pt-1 font-semibold",
};

/** All figures, or without changes that are zero in all of `months`. Issued and redeemed always show. */
export const figuresOf = (months?: Month[]) => [
  opening,
  ...changes.filter(
    ({ label, centsIn }) =>
      !months || alwaysShownKinds.includes(label) || months.some((month) => centsIn(month) !== 0n),
  ),
  closing,
];

/** Formats a month as "Nov 2026", with ", to date" for the current month. */
export function monthWords(month: string, today: string): string {
  const name = new Intl.DateTimeFormat(pageLocale(), {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));
  return today.startsWith(month) ? `${name}, to date` : name;
}
