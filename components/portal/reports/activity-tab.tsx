import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { useSession } from "@/components/kit/api/session";
import { isDay, todayIn } from "@/components/kit/locale/days";
import { Block } from "@/components/kit/ui/section";
import { ActivityPanel, ViewSegments } from "@/components/portal/activity/activity-panel";
import { activityViews, rangeText, useActivity } from "@/components/portal/activity/use-activity";
import { NAMED_RANGES } from "@/lib/base/time/date-ranges";
import { ActivityFigures } from "./activity-figures";
import { Downloads } from "./downloads";
import { comparisonChoices, RangeFields, rangeChoices } from "./range-fields";

/** The range and the comparison from the URL. Custom dates start with this month. */
function useRange() {
  const { merchant } = useSession();
  const today = todayIn(merchant.timeZone);
  const [chosen, setChosen] = useQueryStates({
    range: parseAsStringLiteral(rangeChoices).withDefault("this_month"),
    from: parseAsString,
    to: parseAsString,
    compare: parseAsStringLiteral(comparisonChoices).withDefault("before"),
    view: parseAsStringLiteral(activityViews).withDefault("chart"),
  });
  const usual = NAMED_RANGES.this_month(today);
  const range =
    chosen.range === "custom"
      ? {
          from: isDay(chosen.from) ? chosen.from : usual.from,
          to: isDay(chosen.to) ? chosen.to : usual.to,
        }
      : NAMED_RANGES[chosen.range](today);
  return { ...chosen, ...range, setChosen };
}

/** What changed between two days, compared with an earlier period. */
export function ActivityTab({ currency }: { currency: string }) {
  const t = useTranslations("reports");
  const { range, from, to, compare, view, setChosen } = useRange();
  const request = { currency, from, to, compare: compare === "none" ? null : compare };
  const activity = useActivity(request);
  const query = new URLSearchParams({
    currency,
    from,
    to,
    ...(request.compare && { compare: request.compare }),
  });
  return (
    <section aria-label={t("activity.label")} className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <RangeFields
          {...{ range, from, to, compare }}
          onChange={(change) => void setChosen(change)}
        />
        <Downloads href={`/api/portal/reports/activity/export?${query}`} disabled={to < from} />
      </div>
      <Block
        title={rangeText({ from, to: to < from ? from : to })}
        action={<ViewSegments view={view} onChange={(next) => void setChosen({ view: next })} />}
      >
        <ActivityPanel {...{ activity, currency, view }} isCompared={compare !== "none"} />
      </Block>
      {activity.data && <ActivityFigures activity={activity.data} currency={currency} />}
    </section>
  );
}
