"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Gift as GiftIcon } from "lucide-react";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import {
  firstPlace,
  Pagination,
  placeParsers,
  rowsPerPage,
  useCursorSteps,
} from "@/components/list";
import { countOf } from "@/components/numbers";
import { read } from "@/components/queries";
import { Money } from "@/components/ui/format";
import { Segments } from "@/components/ui/segments";
import { EmptyState, ErrorState, TableSkeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { giftColumns } from "./gift-columns";
import type { Escrow } from "./types";

const states = ["pending", "all"] as const;

/** Gifts between customers. Pending gifts count as liability although they are on no card. */
export function GiftsTab() {
  const [{ page, cursor, state }, setState] = useQueryStates(
    { state: parseAsStringLiteral(states).withDefault("pending"), ...placeParsers },
    { history: "push" },
  );
  const query = { limit: rowsPerPage, cursor, status: state === "pending" ? state : null };
  const gifts = useQuery({
    ...read(["gifts", query], "/api/portal/gifts", query),
    placeholderData: keepPreviousData,
  });
  const escrow = useQuery(read(["gifts", "totals"], "/api/portal/gifts/totals"));
  const steps = useCursorSteps({ page, cursor }, gifts, setState);
  const failed = gifts.error ?? escrow.error;
  if (failed) {
    const refetch = () => Promise.all([gifts.refetch(), escrow.refetch()]);
    return <ErrorState query={{ error: failed, refetch }} what="The gifts" />;
  }
  if (!gifts.data || !escrow.data) return <TableSkeleton label="Loading gifts" />;

  return (
    <section aria-label="Gifts" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <InEscrow totals={escrow.data.totals} />
        <Segments
          label="State"
          value={state}
          onValueChange={(next) => setState({ state: next, ...firstPlace })}
          options={[
            { value: "pending", label: "Waiting" },
            { value: "all", label: "All" },
          ]}
        />
      </div>
      {gifts.data.gifts.length === 0 ? (
        <EmptyState
          icon={<GiftIcon aria-hidden />}
          title={state === "pending" ? "No gift is waiting" : "No gifts yet"}
          text="Customers send balance to each other from their wallet. It waits here until it is accepted, for 30 days at most."
        />
      ) : (
        <>
          <Table
            caption="Gifts, newest first"
            columns={giftColumns}
            rows={gifts.data.gifts}
            rowId={({ id }) => id}
            stale={gifts.isPlaceholderData}
          />
          <Pagination {...steps} count={gifts.data.gifts.length} total={null} />
        </>
      )}
    </section>
  );
}

const InEscrow = ({ totals }: { totals: Escrow["totals"] }) =>
  totals.length === 0 ? (
    <p className="text-muted">Nothing is in escrow.</p>
  ) : (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {totals.map(({ currency, gifts, amountCents }) => (
        <div key={currency} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">In escrow, {countOf(gifts, "gift")}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            <Money amountCents={BigInt(amountCents)} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
