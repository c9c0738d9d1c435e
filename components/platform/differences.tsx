"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { firstPlace, placeParsers, placeQuery, useSteps } from "@/components/paging";
import { read } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { Pagination } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { differenceColumns } from "./difference-columns";
import type { Difference, DifferencePage, Platform } from "./types";
import { causes, causeWords } from "./words";

// Loaded when one is opened.
const SettleDialog = dynamic(async () => (await import("./settle-dialog")).SettleDialog);

const watchMs = 30_000;
const workEveryMs = 2_000;

// What nobody can do anything about is settled by itself, mostly within seconds.
const isMoving = (page: DifferencePage | undefined) =>
  page?.differences.some(({ remedies }) => remedies.length === 0) === true;

/** The cards that differ, narrowed to a cause and paged by the URL. */
export function Differences({ platform }: { platform: Platform }) {
  const mayWrite = useMayWrite();
  const [settling, setSettling] = useState<Difference | null>(null);
  const [{ cause, ...place }, setState] = useQueryStates(
    { cause: parseAsStringLiteral(causes), ...placeParsers },
    { history: "push" },
  );
  const query = { cause, ...placeQuery(place) };
  const comparing = platform.reconcilingSince !== null;
  const list = useQuery({
    ...read(["platform", "differences", query], "/api/portal/platform/differences", query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      return comparing || isMoving(state.data) ? workEveryMs : watchMs;
    },
  });
  const steps = useSteps(place, list, setState);
  const narrow = (next: typeof cause) => void setState({ cause: next, ...firstPlace });
  if (list.isError && !list.data) {
    const retry = () => void list.refetch();
    return <ErrorState error={list.error} what="The differences" onRetry={retry} />;
  }
  if (!list.data) return <TableSkeleton label="Loading the differences" />;
  const { differences, total } = list.data;
  if (total === 0 && cause === null) return <Agreement platform={platform} />;
  return (
    <>
      <FilterChips
        label="Cause"
        value={cause}
        onValueChange={narrow}
        options={[
          { value: null, label: "All", count: cause === null ? total : undefined },
          ...causes.map((value) => ({
            value,
            label: causeWords[value].word,
            count: value === cause ? total : undefined,
          })),
        ]}
      />
      {differences.length === 0 ? (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title="No difference of this kind"
          text="There may be others."
        >
          <Button onClick={() => narrow(null)}>Show all</Button>
        </EmptyState>
      ) : (
        <div className="min-w-0">
          <Table
            caption={`Differences with ${platform.name}, the newest card first`}
            columns={differenceColumns(mayWrite ? setSettling : null)}
            rows={differences}
            rowId={(difference) => difference.cardUuid}
            stale={list.isPlaceholderData}
          />
          <Pagination {...steps} count={differences.length} total={total} />
        </div>
      )}
      {settling && (
        <SettleDialog
          difference={settling}
          shop={platform.name}
          onClose={() => setSettling(null)}
        />
      )}
    </>
  );
}

const Agreement = ({ platform: { name, reconciledAt, counts } }: { platform: Platform }) => (
  <EmptyState
    icon={<CircleCheck aria-hidden />}
    title="Both sides agree"
    text={
      counts.created === 0
        ? `No card is in ${name} yet. Each that you activate from now on is created there.`
        : reconciledAt
          ? `Every card shows the same balance here and in ${name}.`
          : `Nothing is known to differ between here and ${name}.`
    }
  />
);
