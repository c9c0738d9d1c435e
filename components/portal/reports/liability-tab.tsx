import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import type { Overview } from "@/components/kit/api/types";
import { cx } from "@/components/kit/ui/cx";
import { Money } from "@/components/kit/ui/format";
import { Segments } from "@/components/kit/ui/segments";
import { EmptyState, NotLoaded } from "@/components/kit/ui/states";
import { DeactivatedBalance } from "@/components/portal/activity/deactivated-balance";
import { BooksPanel } from "./books-panel";
import { Downloads } from "./downloads";
import { type Figure, figuresOf, type Month, monthWords } from "./months";

const spans = ["12", "all"] as const;

type Props = {
  currency: string;
  books: Overview["books"];
  deactivatedCents: string | null;
};

export function LiabilityTab({ currency, books, deactivatedCents }: Props) {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const [span, setSpan] = useQueryState("months", parseAsStringLiteral(spans).withDefault("12"));
  const liability = useQuery({
    ...readOptions(["reports", "liability", currency], "/api/portal/reports/liability", {
      currency,
    }),
    placeholderData: keepPreviousData,
  });
  if (!liability.data) {
    return <NotLoaded query={liability} />;
  }
  const { months, today } = liability.data;
  if (months.length === 0) {
    return (
      <EmptyState
        icon={<Scale aria-hidden />}
        title={t("liability.empty.title")}
        text={t("liability.empty.text")}
      />
    );
  }
  const visibleMonths = span === "all" ? months : months.slice(0, 12);
  const [latest] = months;
  return (
    <section aria-label={t("liability.label")} className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="text-sm text-muted">{t("liability.outstanding")}</p>
          <p className="text-xl font-semibold tabular-nums">
            <Money amountCents={BigInt(latest?.closingCents ?? 0)} currency={currency} />
          </p>
          <DeactivatedBalance cents={deactivatedCents} currency={currency} />
        </div>
        <Downloads href={`/api/portal/reports/liability/export?currency=${currency}`} />
      </div>
      <div className="grid min-w-0 gap-2">
        {months.length > 12 && (
          <Segments
            label={t("liability.months")}
            value={span}
            onValueChange={setSpan}
            options={[
              { value: "12", label: t("liability.last12") },
              { value: "all", label: t("liability.all", { count: months.length }) },
            ]}
          />
        )}
        <MonthTable
          months={visibleMonths}
          figures={figuresOf(months)}
          today={today}
          currency={currency}
        />
        <MonthList months={visibleMonths} figures={figuresOf()} today={today} currency={currency} />
        <p className="text-sm text-subtle">
          {t("liability.note", { timeZone: merchant.timeZone })}
        </p>
      </div>
      <BooksPanel books={books} />
    </section>
  );
}

type MonthsProps = { months: Month[]; figures: Figure[]; today: string; currency: string };

/** For wide screens. */
function MonthTable({ months, figures, today, currency }: MonthsProps) {
  const t = useTranslations("reports");
  return (
    <table className="w-full text-left tabular-nums max-xl:hidden">
      <caption className="sr-only">{t("liability.caption", { currency })}</caption>
      <thead className="text-xs text-muted">
        <tr className="h-9 border-b">
          <th scope="col" className="px-3 font-medium">
            {t("liability.month")}
          </th>
          {figures.map(({ key }) => (
            <th key={key} scope="col" className="px-3 text-right font-medium whitespace-nowrap">
              {t(`figures.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="h-10 border-b hover:bg-hover">
            <th scope="row" className="px-3 font-medium whitespace-nowrap">
              {monthWords(t, month.month, today)}
            </th>
            {figures.map(({ key, centsIn, signed, cell }) => (
              <td key={key} className={cx("px-3 text-right whitespace-nowrap", cell)}>
                <Money amountCents={centsIn(month)} currency={currency} signed={signed} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For narrow screens: a block for each month, without changes that are zero. */
function MonthList({ months, figures, today, currency }: MonthsProps) {
  const t = useTranslations("reports");
  return (
    <ol className="grid gap-3 sm:grid-cols-2 xl:hidden">
      {months.map((month) => (
        <li key={month.month} className="rounded-md border bg-surface p-4">
          <h3 className="mb-2 font-semibold">{monthWords(t, month.month, today)}</h3>
          <dl className="grid gap-1 text-sm tabular-nums">
            {figures
              .filter(({ centsIn, signed }) => !signed || centsIn(month) !== 0n)
              .map(({ key, centsIn, signed, line = "text-muted" }) => (
                <div key={key} className={cx("flex justify-between gap-4", line)}>
                  <dt>{t(`figures.${key}`)}</dt>
                  <dd className="text-ink">
                    <Money amountCents={centsIn(month)} currency={currency} signed={signed} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
