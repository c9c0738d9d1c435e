import type { ReplyOf } from "@/components/kit/api/api";
import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import { LIABILITY_KINDS, type LiabilityKind, MAIN_KINDS } from "@/lib/base/liability-kinds";
import { addMonths, monthTextIn } from "@/lib/base/time/date-ranges";

export type Month = ReplyOf<"/api/portal/reports/liability">["months"][number];

/** One of a month's figures. A change is signed. */
export type Figure = {
  /** Its label's key in `figures`. */
  key: "opening" | "closing" | LiabilityKind;
  centsIn: (month: Month) => bigint;
  signed?: true;
  /** Classes of its table cell and of its line in the list. */
  cell?: string;
  line?: string;
};

const changeFigure = (key: LiabilityKind): Figure => ({
  key,
  centsIn: ({ changes }) => BigInt(changes[key]),
  signed: true,
});

const openingFigure: Figure = {
  key: "opening",
  centsIn: ({ openingCents }) => BigInt(openingCents),
  cell: "text-muted",
};
const changeFigures = LIABILITY_KINDS.map(changeFigure);
const closingFigure: Figure = {
  key: "closing",
  centsIn: ({ closingCents }) => BigInt(closingCents),
  cell: "font-semibold",
  line: "border-t pt-1 font-semibold",
};

/** All figures, or without changes that are zero in all of `months`. Issued and redeemed always show. */
export const figuresOf = (months?: Month[]) => [
  openingFigure,
  ...changeFigures.filter(
    ({ key, centsIn }) =>
      !months || MAIN_KINDS.includes(key) || months.some((month) => centsIn(month) !== 0n),
  ),
  closingFigure,
];

/** Formats a month (YYYY-MM) as "November 2026". */
export const longMonth = (month: string): string => monthTextIn(pageLocale(), month);

/** Formats a month as "Nov 2026", with "to date" for the current month. */
export function monthWords(t: Translate<"reports">, month: string, today: string): string {
  const name = monthTextIn(pageLocale(), month, "short");
  return today.startsWith(month) ? t("monthToDate", { month: name }) : name;
}

/** The first day (YYYY-MM-DD) after a month. */
export const dayAfter = (month: string): string => addMonths(`${month}-01`, 1);

/** Formats a calendar day (YYYY-MM-DD) as "December 1, 2026". */
export const longDay = (day: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
