import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsOwner, useSession } from "@/components/kit/api/session";
import { todayIn } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { formatNumber } from "@/components/kit/money/numbers";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { EmptyState, NotLoaded } from "@/components/kit/ui/states";
import {
  buttonsColumn,
  type Column,
  Table,
  textColumn,
  timeColumn,
} from "@/components/kit/ui/table";
import { CloseMonthDialog } from "./close-month-dialog";
import { withFormat } from "./downloads";
import { dayAfter, longDay, longMonth } from "./months";

type Closings = ReplyOf<"/api/portal/reports/closings">;
type Closing = Closings["closings"][number];
type NextMonth = Closings["next"];

const hashDigits = 12;

export function ClosingsTab() {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const isOwner = useIsOwner();
  const [closing, setClosing] = useState<string | null>(null);
  const query = useQuery(readOptions(["reports", "closings"], "/api/portal/reports/closings"));
  if (!query.data) {
    return <NotLoaded query={query} />;
  }
  const { closings, next } = query.data;
  const state = nextWords(t, next, isOwner, todayIn(merchant.timeZone, merchant.clockOffsetMs));
  const button = isOwner && next?.isReady && (
    <Button variant="primary" onClick={() => setClosing(next.month)}>
      {t("closings.close", { month: longMonth(next.month) })}
    </Button>
  );
  return (
    <section aria-label={t("closings.label")} className="grid min-w-0 gap-4">
      {closings.length === 0 ? (
        <EmptyState
          icon={<CalendarCheck aria-hidden />}
          title={t("closings.empty.title")}
          text={
            <>
              {t("closings.empty.text")} {state}
            </>
          }
        >
          {button}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-prose text-muted">{state}</p>
            {button}
          </div>
          <Table
            caption={t("closings.caption")}
            columns={columnsOf(t)}
            rows={closings}
            rowId={({ month }) => month}
          />
          <p className="max-w-prose text-sm text-subtle">
            {t("closings.note", { timeZone: merchant.timeZone })}
          </p>
        </>
      )}
      {closing && <CloseMonthDialog month={closing} onClose={() => setClosing(null)} />}
    </section>
  );
}

/** Whether the next month can be closed, by whom and from when. `today` is the store's. */
function nextWords(t: Translate<"reports">, next: NextMonth, isOwner: boolean, today: string) {
  if (!next) return t("closings.none");
  const month = longMonth(next.month);
  if (next.isReady) return t(isOwner ? "closings.ready" : "closings.ownersOnly", { month });
  const endedOn = dayAfter(next.month);
  return today < endedOn
    ? t("closings.notOver", { month, date: longDay(endedOn) })
    : t("closings.notTotaled", { month });
}

const columnsOf = (t: Translate<"reports">): Column<Closing>[] => [
  {
    header: t("closings.month"),
    phone: "what",
    cell: ({ month, transactions }) => (
      <>
        <span className="font-medium">{longMonth(month)}</span>
        <span className="block text-sm font-normal text-muted unstacked:hidden">
          {t("closings.count", { count: transactions })}
        </span>
      </>
    ),
  },
  {
    header: t("closings.transactions"),
    phone: "hidden",
    align: "right",
    cell: ({ transactions }) => formatNumber(transactions),
  },
  textColumn(t("closings.closedBy"), ({ closedBy }) => closedBy, { className: "max-w-44" }),
  timeColumn(t("closings.closedAt"), ({ closedAt }) => closedAt),
  {
    header: t("closings.fingerprint"),
    phone: "state",
    cell: ({ month, hash }) => (
      <span className="inline-flex items-center gap-1">
        <span className="font-mono text-sm" title={hash}>
          {hash.slice(0, hashDigits)}
        </span>
        <CopyButton text={hash} label={t("closings.copy", { month: longMonth(month) })} />
      </span>
    ),
  },
  buttonsColumn(
    t("closings.actions"),
    ({ month }) => (
      <span className="inline-flex">
        {(["csv", "pdf"] as const).map((format) => (
          <DownloadLink
            key={format}
            variant="ghost"
            href={withFormat(`/api/portal/reports/closings/${month}/export`, format)}
          >
            <span>
              {t.rich(format === "csv" ? "closings.download" : "closings.downloadPdf", {
                month: longMonth(month),
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </span>
          </DownloadLink>
        ))}
      </span>
    ),
    "amount",
  ),
];
