"use client";

import { Layers, Plus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { cardTypeWords } from "@/components/cards/words";
import { ListPage, useList } from "@/components/list";
import { countOf, formatNumber } from "@/components/numbers";
import { useMayWrite } from "@/components/session";
import type { Batch } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { type Column, RowLink, timeColumn } from "@/components/ui/table";
import { useUrlDialog } from "@/components/use-url-dialog";
import { batchStates, pollIntervalMs } from "./batch";

// Forms are heavy, so load them when a dialog opens.
const CreateBatchDialog = dynamic(
  async () => (await import("./create-batch-dialog")).CreateBatchDialog,
);

export function BatchesView() {
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
          <Upload aria-hidden /> Import cards
        </Link>
      </Button>
      <Button variant="primary" onClick={() => setCreating(true)}>
        <Plus aria-hidden /> Create batch
      </Button>
    </>
  );

  return (
    <ListPage
      title="Batches"
      filtered={page > 1}
      purpose="Cards by the thousand: made together, printed, and activated when they are sold."
      action={buttons}
      firstUse={{
        icon: <Layers aria-hidden />,
        title: "No batches yet",
        text: "Create up to 50,000 cards at once. They hold nothing at first, so that a box of them is worth nothing to a thief: a till activates each when it is sold, or you activate a whole batch here. Cards of another provider can be brought along as a file.",
      }}
      list={{
        query,
        steps,
        caption: "Batches, newest first",
        columns: batchColumns,
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

const batchColumns: Column<Batch>[] = [
  {
    header: "Batch",
    phone: "what",
    cell: (batch) => (
      <RowLink href={`/batches/${batch.id}`}>
        <span className="block max-w-[calc(100vw-10rem)] truncate font-sans md:max-w-64 xl:max-w-sm">
          {batch.name}
        </span>
      </RowLink>
    ),
  },
  {
    header: "Status",
    phone: "state",
    cell: ({ status, lastRun }) => (
      <span className="flex items-center gap-2">
        <Chip {...batchStates[status]} />
        {status !== "ready" && lastRun.total > 0 && (
          <span className="text-sm text-muted tabular-nums">
            {Math.floor(((lastRun.done + lastRun.skipped) / lastRun.total) * 100)} %
          </span>
        )}
      </span>
    ),
  },
  {
    header: "Type",
    phone: "hidden",
    from: "lg",
    cell: ({ cardType, source }) => (
      <span className="text-muted">
        {cardTypeWords[cardType]}
        {source === "import" && ", imported"}
      </span>
    ),
  },
  timeColumn("Created", ({ createdAt }) => createdAt),
  {
    header: "On each card",
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
    header: "Cards",
    phone: "amount",
    align: "right",
    cell: ({ createdCards }) => (
      <span className="font-medium">
        <span className="md:hidden">{countOf(createdCards, "card")}</span>
        <span className="max-md:hidden">{formatNumber(createdCards)}</span>
      </span>
    ),
  },
];
