import { type Comparison, comparedRange, type DateRange } from "../date-ranges";
import { textsOf } from "../i18n/texts";

const LOCALE = "en-US";
const t = textsOf(LOCALE, "reports");

/** What a report's PDF says above the table. */
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
  const parts = [from && to ? rangeText({ from, to }) : null, currency ?? null];
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
  const before = rangeText(comparedRange(range, compare));
  return { ...heading, scope: t("pdf.compared", { range: heading.scope ?? "", before }) };
}

/** The heading of a closed month (YYYY-MM). */
export const closingHeading = (month: string): Heading => {
  const format = new Intl.DateTimeFormat(LOCALE, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return { title: t("pdf.closing"), scope: format.format(Date.parse(month)) };
};

/** "Nov 1 – 26, 2026". */
const rangeText = ({ from, to }: DateRange): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" }).formatRange(
    Date.parse(from),
    Date.parse(to),
  );
