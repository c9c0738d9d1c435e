import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import type { Translate } from "@/components/kit/locale/translate";
import { formatNumber } from "@/components/kit/money/numbers";
import { Chip } from "@/components/kit/ui/chip";
import { Money } from "@/components/kit/ui/format";
import { Section } from "@/components/kit/ui/section";
import { EmptyState, NotLoaded, TableSkeleton } from "@/components/kit/ui/states";
import { type Column, Table, textColumn } from "@/components/kit/ui/table";
import { TextLink } from "@/components/kit/ui/text-link";
import { owedColumn } from "@/components/portal/agreements/columns";
import type { Agreement } from "@/components/portal/agreements/words";
import { Downloads } from "./downloads";
import { monthWords } from "./months";

type SettlementLine = ReplyOf<"/api/portal/reports/settlement">["lines"][number];

export function SettlementTab() {
  const t = useTranslations("reports");
  const settlement = useQuery(
    readOptions(["reports", "settlement"], "/api/portal/reports/settlement"),
  );
  const agreements = useQuery(readOptions(["agreements"], "/api/portal/agreements"));
  if (!settlement.data) {
    return <NotLoaded query={settlement} />;
  }
  const { lines } = settlement.data;
  if (lines.length === 0) {
    if (agreements.isPending) return <TableSkeleton />;
    const isActive = agreements.data?.agreements.some(({ status }) => status === "active");
    return (
      <div className="grid min-w-0 gap-4">
        <EmptyState
          icon={<ArrowLeftRight aria-hidden />}
          title={t("settlement.empty.title")}
          text={t(isActive ? "settlement.empty.active" : "settlement.empty.inactive")}
        />
        <Unsettled agreements={agreements.data?.agreements ?? []} />
      </div>
    );
  }
  return (
    <section aria-label={t("settlement.label")} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted">{t("settlement.explanation")}</p>
        <Downloads href="/api/portal/reports/settlement/export" />
      </div>
      <Table caption={t("settlement.caption")} columns={columnsOf(t)} rows={lines} rowId={idOf} />
      <Unsettled agreements={agreements.data?.agreements ?? []} />
      <p className="text-sm text-subtle">{t("settlement.note")}</p>
    </section>
  );
}

type UnsettledProps = { agreements: Agreement[] };

/** What is owed under each agreement and not paid yet, against both stores' limits. */
const Unsettled = ({ agreements }: UnsettledProps) => {
  const t = useTranslations("reports");
  const rows = agreements.filter(
    ({ status, owedToUsCents, owedByUsCents }) =>
      status === "active" || owedToUsCents + owedByUsCents > 0,
  );
  if (rows.length === 0) return null;
  return (
    <Section title={t("settlement.unsettled.title")}>
      <p className="max-w-prose text-muted">
        {t.rich("settlement.unsettled.text", {
          link: (text) => <TextLink href="/settings/transfers">{text}</TextLink>,
        })}
      </p>
      <Table
        caption={t("settlement.unsettled.caption")}
        columns={unsettledColumns(t)}
        rows={rows}
        rowId={({ id }) => id}
      />
    </Section>
  );
};

const unsettledColumns = (t: Translate<"reports">): Column<Agreement>[] => [
  textColumn(t("settlement.store"), ({ otherStore }) => otherStore.name, {
    className: "max-w-32 font-medium lg:max-w-72 stacked:max-w-none stacked:whitespace-normal",
    phone: "what",
  }),
  owedColumn(t("settlement.theyOwe"), "owedToUsCents", "amount"),
  owedColumn(t("settlement.youOwe"), "owedByUsCents", "state"),
];

const idOf = (line: SettlementLine) =>
  [line.month, line.otherStore, line.direction, line.owedCurrency, line.creditedCurrency].join();

const columnsOf = (t: Translate<"reports">): Column<SettlementLine>[] => [
  textColumn(t("settlement.store"), ({ otherStore }) => otherStore, {
    className: "max-w-36 font-medium lg:max-w-44 xl:max-w-72",
    phone: "what",
  }),
  {
    header: t("settlement.owed"),
    phone: "state",
    cell: ({ direction }) =>
      direction === "out" ? (
        <Chip tone="attention" word={t("settlement.youOwe")} />
      ) : (
        <Chip tone="positive" word={t("settlement.theyOwe")} />
      ),
  },
  {
    header: t("settlement.month"),
    phone: "who",
    cell: ({ month }) => (
      <span className="whitespace-nowrap text-muted">
        {monthWords(t, month, new Date().toISOString())}
      </span>
    ),
  },
  {
    header: t("settlement.transfers"),
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ transfers }) => formatNumber(transfers),
  },
  {
    header: t("settlement.credited"),
    phone: "hidden",
    from: "xl",
    align: "right",
    cell: ({ creditedCents, creditedCurrency }) => (
      <span className="text-muted">
        <Money amountCents={BigInt(creditedCents)} currency={creditedCurrency} />
      </span>
    ),
  },
  {
    header: t("settlement.toSettle"),
    phone: "amount",
    align: "right",
    cell: ({ owedCents, owedCurrency }) => (
      <span className="font-medium">
        <Money amountCents={BigInt(owedCents)} currency={owedCurrency} />
      </span>
    ),
  },
];
