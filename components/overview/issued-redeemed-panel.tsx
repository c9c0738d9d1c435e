import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  ActivityBars,
  ActivitySums,
  ActivityTable,
  ComparedWith,
  hasNoActivity,
} from "@/components/activity/activity-chart";
import type { Activity } from "@/components/activity/use-activity";
import { useSession } from "@/components/session";
import { keysOf } from "@/components/types";
import { cx } from "@/components/ui/cx";
import { Block } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { NotLoaded, Skeletons } from "@/components/ui/states";
import { RECENT_RANGES } from "@/lib/date-ranges";

export const periods = keysOf(RECENT_RANGES);

export type Period = (typeof periods)[number];

export const views = ["chart", "table"] as const;

type View = (typeof views)[number];

type Props = {
  activity: UseQueryResult<Activity>;
  currency: string;
  period: Period;
  view: View;
  onChange: (change: { period?: Period; view?: View }) => void;
};

export function IssuedRedeemedPanel({ activity, currency, period, view, onChange }: Props) {
  const t = useTranslations("overview");
  return (
    <Block
      title={t("activity.title")}
      action={
        <div className="flex min-w-0 flex-wrap gap-2">
          <Segments
            label={t("activity.period")}
            value={period}
            onValueChange={(next) => onChange({ period: next })}
            options={periods.map((value) => ({ value, label: t(`activity.periods.${value}`) }))}
          />
          <ViewSegments view={view} onChange={(next) => onChange({ view: next })} />
        </div>
      }
    >
      <ActivityPanel activity={activity} currency={currency} view={view} />
    </Block>
  );
}

type ViewProps = { view: View; onChange: (view: View) => void };

/** Chooses between the chart and the table of the same numbers. */
export function ViewSegments({ view, onChange }: ViewProps) {
  const t = useTranslations("overview");
  return (
    <Segments
      label={t("activity.view")}
      value={view}
      onValueChange={onChange}
      options={views.map((value) => ({ value, label: t(`activity.${value}`) }))}
    />
  );
}

/** The sums of a range with its chart or table. */
export function ActivityPanel({
  activity,
  currency,
  view,
  isCompared = true,
}: Pick<Props, "activity" | "currency" | "view"> & { isCompared?: boolean }) {
  const t = useTranslations("overview");
  const { merchant } = useSession();
  const { data, isPlaceholderData } = activity;
  if (!data) return <NotLoaded query={activity} loading={<ChartSkeleton />} />;
  return (
    <div
      className={cx("grid min-w-0 gap-4", isPlaceholderData && "opacity-60")}
      aria-busy={isPlaceholderData || undefined}
    >
      <ActivitySums activity={data} currency={currency} />
      {hasNoActivity(data) ? (
        <p className="py-8 text-center text-muted">{t("activity.none")}</p>
      ) : view === "table" ? (
        <ActivityTable activity={data} currency={currency} />
      ) : (
        <ActivityBars activity={data} currency={currency} />
      )}
      <p className="text-xs text-subtle">
        {isCompared && <ComparedWith activity={data} />}{" "}
        {t("activity.timeZone", { timeZone: merchant.timeZone })}
      </p>
    </div>
  );
}

const ChartSkeleton = () => <Skeletons bars={["h-14 w-64", "mt-4 h-65 w-full"]} className="" />;
