"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Layers, Plus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useOpenable } from "@/components/openable";
import { placeParsers, placeQuery, useSteps } from "@/components/paging";
import { read } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { batchColumns } from "./columns";
import { askEveryMs } from "./use-batch";

// Forms are heavy: loaded when one is opened.
const CreateBatchDialog = dynamic(
  async () => (await import("./create-batch-dialog")).CreateBatchDialog,
);

/** The store's batches of cards, and how far each has come. */
export function BatchesView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useOpenable("create", mayWrite);
  const [place, setPlace] = useQueryStates(placeParsers, { history: "push" });
  const query = placeQuery(place);
  const batches = useQuery({
    ...read(["batches", query], "/api/v1/batches", query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? false : askEveryMs(state.data?.batches)),
  });
  const steps = useSteps(place, batches, setPlace);
  const known = batches.data?.batches ?? [];
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
    <>
      <PageHeader
        title="Batches"
        action={known.length > 0 && buttons}
        {...(known.length === 0 && {
          purpose:
            "Cards by the thousand: made together, printed, and activated when they are sold.",
        })}
      />
      <section aria-label="Batches" className="min-w-0">
        {batches.isError && !batches.data ? (
          <ErrorState
            error={batches.error}
            what="The batches"
            onRetry={() => void batches.refetch()}
          />
        ) : batches.isPending ? (
          <TableSkeleton label="Loading batches" />
        ) : known.length === 0 ? (
          <EmptyState
            icon={<Layers aria-hidden />}
            title="No batches yet"
            text="Create up to 50,000 cards at once. They hold nothing at first, so that a box of them is worth nothing to a thief: a till activates each when it is sold, or you activate a whole batch here. Cards of another provider can be brought along as a file."
          >
            <div className="flex flex-wrap justify-center gap-2">{buttons}</div>
          </EmptyState>
        ) : (
          <>
            <Table
              caption="Batches, newest first"
              columns={batchColumns}
              rows={known}
              rowId={(batch) => batch.id}
              stale={batches.isPlaceholderData}
            />
            <Pagination {...steps} count={known.length} total={batches.data.total} />
          </>
        )}
      </section>
      {creating && <CreateBatchDialog onClose={() => setCreating(false)} />}
    </>
  );
}
