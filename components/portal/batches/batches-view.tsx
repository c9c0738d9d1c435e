"use client";

import { Layers, Plus, SearchX, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/kit/api/session";
import type { Batch } from "@/components/kit/api/types";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { type ListOf, ListPage, useList } from "@/components/kit/list/list";
import { SortMenu } from "@/components/kit/list/sort-menu";
import type { Translate } from "@/components/kit/locale/translate";
import { formatNumber } from "@/components/kit/money/numbers";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Money } from "@/components/kit/ui/format";
import { EnterSearch } from "@/components/kit/ui/search-field";
import { byTime, type ColumnSort, columnSort } from "@/components/kit/ui/sort-header";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, RowLink, timeColumn } from "@/components/kit/ui/table";
import { batchState } from "./batch";
import { useBatchFilters } from "./batch-filters";
import { batchList, noFilters, sorts, sources } from "./filters";
import { AmountsInBatch, NumbersNote, nothing, useBatchNumbers } from "./numbers";

// Forms are heavy, so load them when a dialog opens.
const CreateBatchDialog = dynamic(
  async () => (await import("./create-batch-dialog")).CreateBatchDialog,
);

type Batches = ListOf<typeof batchList>;

export function BatchesView() {
  const t = useTranslations("batches");
  const tc = useTranslations("common");
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const list = useList(batchList);
  const { query, steps, filters, change, isNarrowed } = list;
  const numbers = useBatchNumbers(query.data?.batches ?? []);
  const { sort } = filters;
  const buttons = mayWrite && (
    <>
      <Button asChild>
        <Link href="/batches/import" prefetch={false}>
          <Upload aria-hidden /> {t("list.import")}
        </Link>
      </Button>
      <Button variant="primary" onClick={() => setCreating(true)}>
        <Plus aria-hidden /> {t("list.create")}
      </Button>
    </>
  );

  return (
    <ListPage
      title={t("title")}
      isNarrowed={isNarrowed}
      bar={useBar(list)}
      purpose={t("list.purpose")}
      action={buttons}
      firstUse={{
        icon: <Layers aria-hidden />,
        title: t("list.empty.title"),
        text: t("list.empty.text"),
      }}
      list={{
        query,
        steps,
        caption: t("list.caption", { sort }),
        columns: [
          ...batchColumns(
            t,
            tc,
            columnSort(sort, byTime, (next) => change({ sort: next })),
          ),
          ...numberColumns(t, numbers.of),
        ],
        rows: (found) => found.batches,
        rowId: (batch) => batch.id,
        total: (found) => found.total,
        note: <NumbersNote {...numbers} />,
        empty: (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("list.noMatch.title")}
            text={t("list.noMatch.text")}
          >
            <Button onClick={() => change(noFilters)}>{t("list.clearFilters")}</Button>
          </EmptyState>
        ),
      }}
    >
      {creating && <CreateBatchDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

function useBar({ filters, change, url }: Batches) {
  const t = useTranslations("batches");
  const { q, sort } = filters;
  return {
    url,
    views: [
      { label: t("views.all"), query: "" },
      ...sources.map((source) => ({
        label: t(`filters.${source}`),
        query: `source=${source}`,
      })),
    ],
    saved: "batches" as const,
    search: {
      box: (
        <EnterSearch
          label={t("filters.search")}
          placeholder={t("filters.search")}
          maxLength={100}
          value={q}
          onSearch={(next) => change({ q: next })}
        />
      ),
      isActive: q !== null,
    },
    filters: useBatchFilters(filters, change),
    onChange: change,
    sort: <SortMenu value={sort} options={sorts} onChange={(next) => change({ sort: next })} />,
  };
}

const batchColumns = (
  t: Translate<"batches">,
  tc: Translate<"common">,
  sort: ColumnSort,
): Column<Batch>[] => [
  {
    header: t("list.batch"),
    phone: "what",
    cell: (batch) => (
      <RowLink href={`/batches/${batch.id}`}>
        <span className="block max-w-64 truncate font-sans xl:max-w-sm stacked:max-w-none">
          {batch.name}
        </span>
      </RowLink>
    ),
  },
  {
    header: t("list.status"),
    phone: "state",
    cell: ({ status, lastRun }) => (
      <span className="flex items-center gap-2">
        <Chip {...batchState(t, status)} />
        {status !== "ready" && lastRun.total > 0 && (
          <span className="text-sm text-muted tabular-nums">
            {t("list.percent", {
              percent: Math.floor(((lastRun.done + lastRun.skipped) / lastRun.total) * 100),
            })}
          </span>
        )}
      </span>
    ),
  },
  {
    header: t("list.type"),
    phone: "hidden",
    from: "xl",
    cell: ({ cardType, source }) => (
      <span className="text-muted">
        {source === "import"
          ? t("list.imported", { type: tc(`cardType.${cardType}`) })
          : tc(`cardType.${cardType}`)}
      </span>
    ),
  },
  { ...timeColumn<Batch>(t("list.created"), ({ createdAt }) => createdAt, { from: "xl" }), sort },
  {
    header: t("list.amount"),
    phone: "hidden",
    align: "right",
    from: "xl",
    cell: ({ amountCents, currency }) =>
      amountCents !== null && currency ? (
        <Money amountCents={amountCents} currency={currency} />
      ) : (
        nothing
      ),
  },
  {
    header: t("list.cards"),
    phone: "amount",
    align: "right",
    cell: ({ createdCards }) => (
      <span className="font-medium">
        <span className="unstacked:hidden">{t("list.cardCount", { count: createdCards })}</span>
        <span className="stacked:hidden">{formatNumber(createdCards)}</span>
      </span>
    ),
  },
];

const numberColumns = (
  t: Translate<"batches">,
  numbersOf: ReturnType<typeof useBatchNumbers>["of"],
): Column<Batch>[] => [
  {
    header: t("list.sold"),
    phone: "hidden",
    align: "right",
    cell: (batch) => {
      const sold = numbersOf(batch)?.soldCards;
      return sold !== undefined && formatNumber(sold);
    },
  },
  {
    header: t("list.redeemed"),
    phone: "hidden",
    align: "right",
    from: "lg",
    cell: (batch) => <AmountsInBatch numbers={numbersOf(batch)} of="redeemedCents" />,
  },
  {
    header: t("list.outstanding"),
    phone: "hidden",
    align: "right",
    cell: (batch) => <AmountsInBatch numbers={numbersOf(batch)} of="outstandingCents" />,
  },
];
