"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { pathWith } from "@/components/api";
import type { AuditEntry, AuditPage } from "@/components/audit/words";
import { DownloadLink } from "@/components/download-link";
import {
  firstPlace,
  List,
  placeParsers,
  placeQuery,
  type Steps,
  useSteps,
} from "@/components/list";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import { AuditFilters } from "./audit-filters";
import { auditColumns } from "./columns";
import { EntryDialog } from "./entry-dialog";
import { type Filters, filterParsers, filterQuery, noFilters } from "./filters";

const path = "/api/portal/audit";

/** The store's audit log. The URL holds the filters and the page. */
export function AuditView() {
  const { merchant } = useSession();
  const [{ page, cursor, ...filters }, setState] = useQueryStates(
    { ...filterParsers, ...placeParsers },
    { history: "push" },
  );
  const narrowed = filterQuery(filters, merchant.timeZone);
  // The log has no total count, so pages are reached only by cursor.
  const place = cursor ? { page, cursor } : { page: 1, cursor: null };
  const { offset: _none, ...placed } = { offset: null, ...placeQuery(place) };
  const query = { ...narrowed, ...placed };
  const entries = useQuery({
    ...read(["audit", query], path, query),
    placeholderData: keepPreviousData,
  });
  const steps = useSteps(place, entries, setState);
  const setFilters = (change: Partial<Filters>) => setState({ ...change, ...firstPlace });
  const denied = entries.isError;

  return (
    <>
      <PageHeader
        title="Audit log"
        purpose="Who changed what at this store, by hand or by key. Nothing is ever taken out of it."
        action={
          !denied && (
            <DownloadLink href={pathWith(`${path}/export`, narrowed)}>Export CSV</DownloadLink>
          )
        }
      />
      {!denied && <AuditFilters filters={filters} onChange={setFilters} />}
      <section aria-label="Entries" className="min-w-0">
        <Entries entries={entries} steps={steps} onFilter={setFilters} />
      </section>
    </>
  );
}

type EntriesProps = {
  entries: UseQueryResult<AuditPage>;
  steps: Steps;
  onFilter: (change: Partial<Filters>) => void;
};

function Entries({ entries, steps, onFilter }: EntriesProps) {
  const { merchant } = useSession();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <>
      <List
        query={entries}
        what="The audit log"
        loading="Loading the audit log"
        caption={`Audit log, newest first, in ${merchant.timeZone} time`}
        columns={auditColumns(setOpen)}
        rows={(page) => page.entries}
        rowId={({ id }) => id}
        steps={steps}
        note={<p className="text-sm text-subtle">Times are the store's: {merchant.timeZone}.</p>}
        empty={
          <EmptyState
            icon={<SearchX aria-hidden />}
            title="No entry matches"
            text="Nothing like this was done within these filters."
          >
            <Button onClick={() => onFilter(noFilters)}>Clear filters</Button>
          </EmptyState>
        }
      />
      {open && (
        <EntryDialog
          entry={open}
          onClose={() => setOpen(null)}
          onFilter={(change) => {
            setOpen(null);
            onFilter({ ...noFilters, ...change });
          }}
        />
      )}
    </>
  );
}
