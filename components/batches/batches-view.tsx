"use client";

import { Layers, Plus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ListPage, useList } from "@/components/list";
import { formatNumber } from "@/components/numbers";
import { useMayWrite } from "@/components/session";
import type { Translate } from "@/components/translate";
import type { Batch } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { type Column, RowLink, timeColumn } from "@/components/ui/table";
import { useUrlDialog } from "@/components/use-url-dialog";
import { batchState, pollIntervalMs } from "./batch";

// Forms are heavy, so load them when a dialog opens.
const CreateBatchDialog = dynamic(
  async () => (await import("./create-batch-dialog")).CreateBatchDialog,
);

export function BatchesView() {
  const t = useTranslations("batches");
  const tc = useTranslations("common");
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const { query, steps, page } = useList({
    key: ["batches"],
    path: "/api/v1/batches",
    parsers: {},
    queryOf: () => ({}),
    offsets: true,
    refetchInterval: ({ state }) => (state.error ? false : pollIntervalMs(state.data?.batches)),
  });
  const buttons = mayWrite && (
    <>
      <Button asChild>
        <Link href="/batches/import">
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
      filtered={page > 1}
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
        caption: t("list.caption"),
        columns: batchColumns(t, tc),
        rows: (found) => found.batches,
        rowId: (batch) => batch.id,
        total: (found) => found.total,
      }}
    >
      {creating && <CreateBatchDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

const none = <span className="text-subtle">–</span>;

const batchColumns = (t: Translate<"batches">, tc: Translate<"common">): Column<Batch>[] => [
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
    from: "lg",
    cell: ({ cardType, source }) => (
      <span className="text-muted">
        {source === "import"
          ? t("list.imported", { type: tc(`cardType.${cardType}`) })
          : tc(`cardType.${cardType}`)}
      </span>
    ),
  },
  timeColumn(t("list.created"), ({ createdAt }) => createdAt),
  {
    header: t("list.amount"),
    phone: "hidden",
    align: "right",
    cell: ({ amountCents, currency }) =>
      amountCents !== null && currency ? (
        <Money amountCents={amountCents} currency={currency} />
      ) : (
        none
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
