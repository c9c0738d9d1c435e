import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral } from "nuqs";
import { useState } from "react";
import { CardCellLink } from "@/components/cards/card-parts";
import { List, useList } from "@/components/list";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { FilterChips } from "@/components/ui/filters";
import { Money } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import type { Column } from "@/components/ui/table";
import {
  busyPollMs,
  causes,
  causeWords,
  type Difference,
  type DifferencePage,
  type Platform,
} from "./platform";
import { QueueButton } from "./queue-button";
import { differenceCents, shopCents } from "./settle-difference";

// Lazy-loaded when first opened.
const SettleDialog = dynamic(async () => (await import("./settle-dialog")).SettleDialog);

const idlePollMs = 30_000;

const filterParsers = { cause: parseAsStringLiteral(causes) };

// Differences without a remedy resolve on their own, usually within seconds.
const isResolving = (page: DifferencePage | undefined) =>
  page?.differences.some(({ remedies }) => remedies.length === 0) === true;

/** List of cards whose balance or state differs in the shop. The URL holds the cause filter and the page. */
export function Differences({ platform }: { platform: Platform }) {
  const mayWrite = useMayWrite();
  const [settling, setSettling] = useState<Difference | null>(null);
  const comparing = platform.reconcilingSince !== null;
  const { query, steps, filters, change } = useList({
    key: ["platform", "differences"],
    path: "/api/portal/platform/differences",
    parsers: filterParsers,
    queryOf: (chosen) => chosen,
    offsets: true,
    refetchInterval: ({ state }) => {
      if (state.error) return false;
      return comparing || isResolving(state.data) ? busyPollMs : idlePollMs;
    },
  });
  const { cause } = filters;
  const total = query.data?.total;
  if (total === 0 && cause === null) return <NoDifferences platform={platform} />;
  return (
    <>
      {query.data && (
        <FilterChips
          label="Cause"
          value={cause}
          onValueChange={(next) => change({ cause: next })}
          options={[null, ...causes].map((value) => ({
            value,
            label: value ? causeWords[value].word : "All",
            count: value === cause ? total : undefined,
          }))}
        />
      )}
      <div className="min-w-0">
        <List
          query={query}
          caption={`Differences with ${platform.name}, the newest card first`}
          columns={differenceColumns(mayWrite ? setSettling : null)}
          rows={({ differences }) => differences}
          rowId={({ cardUuid }) => cardUuid}
          steps={steps}
          total={(page) => page.total}
          empty={
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title="No difference of this kind"
              text="There may be others."
            >
              <Button onClick={() => change({ cause: null })}>Show all</Button>
            </EmptyState>
          }
        />
      </div>
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

const NoDifferences = ({ platform: { name, reconciledAt, counts } }: { platform: Platform }) => (
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

/** Columns of the differences table; `onSettle` is null for viewers. */
const differenceColumns = (
  onSettle: ((difference: Difference) => void) | null,
): Column<Difference>[] => [
  {
    header: "Card",
    phone: "what",
    cell: ({ cardUuid, last4 }) => <CardCellLink uuid={cardUuid} last4={last4} />,
  },
  {
    header: "Cause",
    phone: "when",
    cell: ({ cause, reason }) => (
      <div className="grid max-w-md justify-items-start gap-0.5 py-2 whitespace-normal">
        <Chip {...causeWords[cause]} />
        <span className="text-sm text-muted wrap-anywhere">
          {cause === "failed" && reason ? reason : causeWords[cause].why}
        </span>
      </div>
    ),
  },
  {
    header: "Here",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ ledgerCents, currency }) => <Money amountCents={ledgerCents} currency={currency} />,
  },
  {
    header: "In the shop",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: (difference) => {
      const amountCents = shopCents(difference);
      return amountCents === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Money amountCents={amountCents} currency={difference.currency} />
      );
    },
  },
  {
    header: "Difference",
    phone: "amount",
    align: "right",
    cell: (difference) => (
      <span className="font-medium">
        <Money amountCents={differenceCents(difference)} currency={difference.currency} signed />
      </span>
    ),
  },
  {
    header: "Remedy",
    headerHidden: true,
    phone: "state",
    align: "right",
    cell: (difference) => onSettle && <Remedy difference={difference} onSettle={onSettle} />,
  },
];

type RemedyProps = { difference: Difference; onSettle: (difference: Difference) => void };

function Remedy({ difference, onSettle }: RemedyProps) {
  const { remedies, cardUuid, last4 } = difference;
  const ofCard = <span className="sr-only"> the card ending in {last4}</span>;
  if (remedies.includes("retry")) {
    return (
      <QueueButton uuid={cardUuid} size="sm">
        <span>Retry{ofCard}</span>
      </QueueButton>
    );
  }
  if (remedies.length === 0) return null;
  return (
    <Button size="sm" onClick={() => onSettle(difference)}>
      <span>Settle{ofCard}</span>
    </Button>
  );
}
