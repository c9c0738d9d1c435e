import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import { keysOf, type Overview, type Session } from "@/components/kit/api/types";
import { todayIn } from "@/components/kit/locale/days";
import { currencyAmong } from "@/components/kit/money/money";
import { activityOptions, activityViews } from "@/components/portal/activity/use-activity";
import { webhookList } from "@/components/portal/webhooks/use-webhook";
import { RECENT_RANGES } from "@/lib/base/time/date-ranges";

/** Ranges up to today that the overview offers. */
export const periods = keysOf(RECENT_RANGES);
export type Period = (typeof periods)[number];

export const overviewParsers = {
  currency: parseAsString,
  period: parseAsStringLiteral(periods).withDefault("30d"),
  view: parseAsStringLiteral(activityViews).withDefault("chart"),
};

export const storeOverview = readOptions(["overview"], "/api/portal/overview");

const newest = { limit: 10 };
export const recentTransactions = readOptions(
  ["transactions", "list", newest],
  "/api/portal/transactions",
  newest,
);

/** The activity to show: in a currency that the store has money in, compared with the days before. */
export function shownActivity(
  overview: Overview | undefined,
  { currency, period }: Pick<inferParserType<typeof overviewParsers>, "currency" | "period">,
  merchant: Session["merchant"],
) {
  const known = overview?.currencies.map((one) => one.currency) ?? [];
  return {
    ...RECENT_RANGES[period](todayIn(merchant.timeZone)),
    currency: currencyAmong(known, currency, merchant.currency),
    compare: "before" as const,
  };
}

export const overviewReads: FirstReads = async ({ chosen, merchant }, load) => {
  const panels = [load(recentTransactions), load(webhookList)];
  const overview = await load(storeOverview);
  const activity = activityOptions(shownActivity(overview, chosen(overviewParsers), merchant));
  await Promise.all([...panels, load(activity)]);
};
