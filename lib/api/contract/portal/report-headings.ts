import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import {
  type Comparison,
  comparedRange,
  type DateRange,
  monthTextIn,
  rangeTextIn,
} from "@/lib/base/time/date-ranges";

const t = textsOf(DEFAULT_LOCALE, "reports");

/** A PDF's title, and the days, currency or state that its rows are limited to. */
export type Heading = { title: string; scope: string | null };

type ReportTab =
  | "activity"
  | "liability"
  | "ageing"
  | "breakage"
  | "gifts"
  | "settlement"
  | "journal";

/** A report's heading with the days or currency that it is limited to. */
export function reportHeading(
  tab: ReportTab,
  { from, to, currency }: Partial<DateRange> & { currency?: string | undefined },
): Heading {
  const parts = [from && to ? rangeTextIn(DEFAULT_LOCALE, { from, to }) : null, currency ?? null];
  const scope = parts.filter((part) => part !== null).join(", ");
  return { title: t(`tabs.${tab}.label`), scope: scope || null };
}

/** The heading of a range's figures, with the range compared with. */
export function activityHeading({
  compare,
  currency,
  ...range
}: DateRange & { compare?: Comparison | undefined; currency: string }): Heading {
  const heading = reportHeading("activity", { ...range, currency });
  if (!compare) return heading;
  const before = rangeTextIn(DEFAULT_LOCALE, comparedRange(range, compare));
  return { ...heading, scope: t("pdf.compared", { range: heading.scope ?? "", before }) };
}

/** The heading of a closed month (YYYY-MM). */
export const closingHeading = (month: string): Heading => ({
  title: t("pdf.closing"),
  scope: monthTextIn(DEFAULT_LOCALE, month),
});
