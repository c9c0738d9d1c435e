"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { url } from "@/components/api";
import { readPages } from "@/components/queries";
import { movementColumns } from "@/components/transactions/columns";
import { MovementPanel } from "@/components/transactions/movement-panel";
import { Section } from "@/components/ui/section";
import { ErrorState, LoadMore, TableSkeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";

const rowsPerLoad = 20;

/** All movements on the customer's cards and store credit, newest first. */
export function CustomerHistory({ id }: { id: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const history = useInfiniteQuery(
    readPages(["customers", "history", id], url("/api/portal/customers/{id}/history", { id }), {
      limit: rowsPerLoad,
    }),
  );
  const rows = history.data?.pages.flatMap((page) => page.movements) ?? [];
  return (
    <Section title="History">
      {history.isPending && <TableSkeleton label="Loading the history" />}
      {history.isError && !history.data && <ErrorState query={history} what="The history" />}
      {history.data && rows.length === 0 && (
        <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
          Nothing has moved yet. Every load and redemption on their cards will be listed here.
        </p>
      )}
      {rows.length > 0 && (
        <Table
          caption="What moved on the customer's cards, newest first"
          columns={movementColumns(
            setOpened,
            (movement) => `/transactions?transaction=${movement}`,
          )}
          rows={rows}
          rowId={(movement) => movement.id}
        />
      )}
      <LoadMore query={history} label="Load more" />
      {opened && (
        <MovementPanel
          key={opened}
          id={opened}
          known={rows.find((movement) => movement.id === opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}
