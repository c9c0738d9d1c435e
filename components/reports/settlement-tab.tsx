import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { owedColumn } from "@/components/agreements/columns";
import type { Agreement } from "@/components/agreements/words";
import type { ReplyOf } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { formatNumber } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { EmptyState, NotLoaded, TableSkeleton } from "@/components/ui/states";
import { type Column, Table, textColumn } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { monthWords } from "./months";

type SettlementLine = ReplyOf<"/api/portal/reports/settlement">["lines"][number];

export function SettlementTab() {
  const settlement = useQuery(
    readOptions(["reports", "settlement"], "/api/portal/reports/settlement"),
  );
  const agreements = useQuery(readOptions(["agreements"], "/api/portal/agreements"));
  if (!settlement.data) {
    return <NotLoaded query={settlement} what="The settlement" loading="Loading the settlement" />;
  }
  const { lines } = settlement.data;
  if (lines.length === 0) {
    if (agreements.isPending) return <TableSkeleton label="Loading the settlement" />;
    const isActive = agreements.data?.agreements.some(({ status }) => status === "active");
    return (
      <div className="grid min-w-0 gap-4">
        <EmptyState
          icon={<ArrowLeftRight aria-hidden />}
          title="Nothing to settle"
          text={
            isActive
              ? "When a customer moves balance to or from another store, the amount owed for it appears here, by month."
              : "Customers can move balance between your cards and another store's once you have an agreement with it: see Settings, Transfers."
          }
        />
        <Unsettled agreements={agreements.data?.agreements ?? []} />
      </div>
    );
  }
  return (
    <section aria-label="Settlement" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted">
          The store whose cards the balance left owes it to the store whose cards it reached, in its
          own currency.
        </p>
        <DownloadLink href="/api/portal/reports/settlement/export">Download CSV</DownloadLink>
      </div>
      <Table
        caption="Settlement by month and store, the newest first"
        columns={columns}
        rows={lines}
        rowId={idOf}
      />
      <Unsettled agreements={agreements.data?.agreements ?? []} />
      <p className="text-sm text-subtle">
        Months are in UTC, so that both stores see the same figures. The download is noted in the
        audit log.
      </p>
    </section>
  );
}

type UnsettledProps = { agreements: Agreement[] };

/** What is owed under each agreement and not paid yet, against both stores' limits. */
const Unsettled = ({ agreements }: UnsettledProps) => {
  const rows = agreements.filter(
    ({ status, owedToUsCents, owedByUsCents }) =>
      status === "active" || owedToUsCents + owedByUsCents > 0,
  );
  if (rows.length === 0) return null;
  return (
    <Section title="Unsettled">
      <p className="max-w-prose text-muted">
        What is owed and not paid yet, against the lower of your limit and theirs. Owners record
        payments in <TextLink href="/settings/transfers">Settings, Transfers</TextLink>.
      </p>
      <Table
        caption="Unsettled amounts by store"
        columns={unsettledColumns}
        rows={rows}
        rowId={({ id }) => id}
      />
    </Section>
  );
};

const unsettledColumns: Column<Agreement>[] = [
  textColumn("Store", ({ otherStore }) => otherStore.name, {
    className: "max-w-32 font-medium lg:max-w-72",
    phone: "what",
  }),
  owedColumn("They owe you", "owedToUsCents", "amount"),
  owedColumn("You owe them", "owedByUsCents", "state"),
];

const idOf = (line: SettlementLine) =>
  [line.month, line.otherStore, line.direction, line.owedCurrency, line.creditedCurrency].join();

const columns: Column<SettlementLine>[] = [
  textColumn("Store", ({ otherStore }) => otherStore, {
    className: "max-w-36 font-medium lg:max-w-44 xl:max-w-72",
    phone: "what",
  }),
  {
    header: "Owed",
    phone: "state",
    cell: ({ direction }) =>
      direction === "out" ? (
        <Chip tone="attention" word="You owe them" />
      ) : (
        <Chip tone="positive" word="They owe you" />
      ),
  },
  {
    header: "Month",
    phone: "when",
    cell: ({ month }) => (
      <span className="whitespace-nowrap text-muted">
        {monthWords(month, new Date().toISOString())}
      </span>
    ),
  },
  {
    header: "Transfers",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ transfers }) => formatNumber(transfers),
  },
  {
    header: "Credited to cards",
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
    header: "To settle",
    phone: "amount",
    align: "right",
    cell: ({ owedCents, owedCurrency }) => (
      <span className="font-medium">
        <Money amountCents={BigInt(owedCents)} currency={owedCurrency} />
      </span>
    ),
  },
];
