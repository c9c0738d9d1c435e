import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { pageLocale } from "@/components/kit/locale/locale";
import { type LiabilityKind, reportedCents } from "@/lib/base/liability-kinds";
import { type Comparison, type DateRange, rangeTextIn } from "@/lib/base/time/date-ranges";

export type Activity = ReplyOf<"/api/portal/reports/activity">;
export type RangeTotals = NonNullable<Activity["before"]>;

export const activityViews = ["chart", "table"] as const;
export type ActivityView = (typeof activityViews)[number];

type Request = DateRange & { currency: string; compare: Comparison | null };

/** What changed in a range of days, and in the one that it is compared with. */
export const activityOptions = (request: Request, enabled = true) => ({
  ...readOptions(["activity", request], "/api/portal/reports/activity", request),
  enabled: enabled && request.from <= request.to,
});

export const useActivity = (request: Request, enabled = true) =>
  useQuery({ ...activityOptions(request, enabled), placeholderData: keepPreviousData });

const amountOf = ({ changes }: Pick<RangeTotals, "changes">, kind: LiabilityKind) =>
  reportedCents(kind, BigInt(changes[kind]));

/** An amount in the range, and in the one compared with; null without it. */
export const amountsOf = (activity: Activity, kind: LiabilityKind) => ({
  now: amountOf(activity, kind),
  before: activity.before && amountOf(activity.before, kind),
});

/** Formats days in the page's locale, for example "Nov 1 – 26, 2026". */
export const rangeText = (range: DateRange): string => rangeTextIn(pageLocale(), range);
