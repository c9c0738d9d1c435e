"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Pagination, placeParsers, placeQuery, useSteps } from "@/components/list";
import { formatMoney } from "@/components/money";
import { countOf, number } from "@/components/numbers";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, TableSkeleton } from "@/components/ui/states";
import { ExpiredTable } from "./expired-table";
import type { ExpiredCard } from "./types";
import { useWriteOff } from "./use-write-off";
import { WriteOffDialog } from "./write-off-dialog";
import { WriteOffOutcome } from "./write-off-result";

type Confirmed = { uuids: string[] | null; cards: number; cents: bigint };

/** Expired cards with a remaining balance, which an owner can write off. */
export function BreakageTab({ currency }: { currency: string }) {
  const [place, setPlace] = useQueryStates(placeParsers, { history: "push" });
  const query = { currency, ...placeQuery(place) };
  const expired = useQuery({
    ...read(["reports", "expired", query], "/api/portal/reports/expired", query),
    placeholderData: keepPreviousData,
  });
  const totals = useQuery(
    read(["reports", "expired-totals"], "/api/portal/reports/expired/totals"),
  );
  const steps = useSteps(place, expired, setPlace);
  const [asked, setAsked] = useState<Confirmed | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ExpiredCard>>(new Map());
  const { progress, run, dismiss } = useWriteOff(currency);

  const failed = expired.error ?? totals.error;
  if (failed) {
    const refetch = () => Promise.all([expired.refetch(), totals.refetch()]);
    return <ErrorState query={{ error: failed, refetch }} what="The expired cards" />;
  }
  if (!expired.data || !totals.data) return <TableSkeleton label="Loading expired cards" />;
  const total = totals.data.totals.find((one) => one.currency === currency);

  return (
    <section aria-label="Breakage" className="grid min-w-0 gap-4">
      {progress && <WriteOffOutcome progress={progress} currency={currency} onDismiss={dismiss} />}
      {total && expired.data.total > 0 ? (
        <>
          <Actions
            total={{ uuids: null, cards: total.cards, cents: BigInt(total.balanceCents) }}
            chosen={[...chosen.values()]}
            currency={currency}
            busy={progress?.state === "running"}
            onAsk={setAsked}
          />
          <ExpiredTable
            cards={expired.data.cards}
            stale={expired.isPlaceholderData}
            chosen={chosen}
            onChoose={setChosen}
          />
          <Pagination {...steps} count={expired.data.cards.length} total={expired.data.total} />
        </>
      ) : (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title="No expired balance"
          text={`No active card in ${currency} has expired with money on it.`}
        />
      )}
      {asked && (
        <WriteOffDialog
          {...asked}
          currency={currency}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            setChosen(new Map());
            void setPlace({ page: null, cursor: null });
            void run(asked);
          }}
        />
      )}
    </section>
  );
}

type ActionsProps = {
  total: Confirmed;
  chosen: ExpiredCard[];
  currency: string;
  busy: boolean;
  onAsk: (confirmed: Confirmed) => void;
};

function Actions({ total, chosen, currency, busy, onAsk }: ActionsProps) {
  const { role } = useSession();
  const some: Confirmed = {
    uuids: chosen.map(({ uuid }) => uuid),
    cards: chosen.length,
    cents: chosen.reduce((sum, { balanceCents }) => sum + BigInt(balanceCents), 0n),
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        <b className="font-semibold text-ink">{formatMoney(total.cents, currency)}</b> on{" "}
        {countOf(total.cards, "expired card")}.{" "}
        {role !== "owner" && "Only an owner of the store can write it off."}
      </p>
      {role === "owner" && (
        <div className="flex flex-wrap gap-2">
          {chosen.length > 0 && (
            <Button variant="danger-quiet" disabled={busy} onClick={() => onAsk(some)}>
              Write off {countOf(chosen.length, "chosen card")}
            </Button>
          )}
          <Button variant="danger-quiet" disabled={busy} onClick={() => onAsk(total)}>
            {total.cards === 1 ? "Write off this card" : `Write off all ${number(total.cards)}`}
          </Button>
        </div>
      )}
    </div>
  );
}
