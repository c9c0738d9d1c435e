import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { cx } from "@/components/kit/ui/cx";
import { Segments } from "@/components/kit/ui/segments";
import { NotLoaded, Skeletons } from "@/components/kit/ui/states";
import {
  ActivityBars,
  ActivitySums,
  ActivityTable,
  ComparedWith,
  hasNoActivity,
} from "./activity-chart";
import { type Activity, type ActivityView, activityViews } from "./use-activity";

type ViewProps = { view: ActivityView; onChange: (view: ActivityView) => void };

/** Chooses between the chart and the table of the same numbers. */
export function ViewSegments({ view, onChange }: ViewProps) {
  const t = useTranslations("overview");
  return (
    <Segments
      label={t("activity.view")}
      value={view}
      onValueChange={onChange}
      options={activityViews.map((value) => ({ value, label: t(`activity.${value}`) }))}
    />
  );
}

type PanelProps = {
  activity: UseQueryResult<Activity>;
  currency: string;
  view: ActivityView;
  /** Whether a comparison was asked for. */
  isCompared?: boolean;
};

/** The sums of a range with its chart or table. */
export function ActivityPanel({ activity, currency, view, isCompared = true }: PanelProps) {
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
