import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Block } from "@/components/kit/ui/section";
import { Segments } from "@/components/kit/ui/segments";
import { ActivityPanel, ViewSegments } from "@/components/portal/activity/activity-panel";
import type { Activity, ActivityView } from "@/components/portal/activity/use-activity";
import { type Period, periods } from "./filters";

type Props = {
  activity: UseQueryResult<Activity>;
  currency: string;
  period: Period;
  view: ActivityView;
  onChange: (change: { period?: Period; view?: ActivityView }) => void;
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
