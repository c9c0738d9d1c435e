import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import type { ReplyOf } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { formatNumber } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { useStore } from "@/components/store/use-store";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { EmptyState, NotLoaded, TableSkeleton } from "@/components/ui/states";
import { type Column, Table, textColumn } from "@/components/ui/table";
import { monthWords } from "./months";

type SettlementLine = ReplyOf<"/api/portal/reports/settlement">["lines"][number];

export function SettlementTab() {
  const settlement = useQuery(
    readOptions(["reports", "settlement"], "/api/portal/reports/settlement"),
  );
  const store = useStore();
  if (!settlement.data) {
    return <NotLoaded query={settlement} what="The settlement" loading="Loading the settlement" />;
  }
  const { lines } = settlement.data;
  if (lines.length === 0) {
    if (!store.data && !store.isError) return <TableSkeleton label="Loading the settlement" />;
    return (
      <EmptyState
        icon={<ArrowLeftRight aria-hidden />}
        title="Nothing to settle"
        text={
          store.data?.transfersEnabled
            ? "Transfers are on. As soon as somebody moves balance to or from another store, what is owed for it stands here, month by month."
            : "People can move balance to other stores, and from them to yours, once transfers are on in Settings, Store."
        }
      />
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
      <p className="text-sm text-subtle">
        Months are in UTC, so that both stores see the same figures. The download is noted in the
        audit log.
      </p>
    </section>
  );
}

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
