import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { currencyOptions } from "@/components/currencies";
import { isFiltered } from "@/components/list";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FilterPill } from "@/components/ui/filter-pill";
import { FilterChips } from "@/components/ui/filters";
import { Select } from "@/components/ui/select";
import {
  balanceInWords,
  daysInWords,
  type Filters,
  type ListingOptions,
  listingQuery,
  noFilters,
} from "./filters";
import { cardStateNames, cardStates, cardTypeWords } from "./words";

type Props = { listing: ListingOptions; onChange: (change: Partial<ListingOptions>) => void };

// The panels are loaded when a pill is opened.
const loadPanels = () => import("./filter-panels");
const BalancePanel = dynamic(async () => (await loadPanels()).BalancePanel);
const TypePanel = dynamic(async () => (await loadPanels()).TypePanel);
const DaysPanel = dynamic(async () => (await loadPanels()).DaysPanel);
const TextPanel = dynamic(async () => (await loadPanels()).TextPanel);

const states = [null, ...cardStateNames];

export function CardFilters({ listing, onChange }: Props) {
  const { merchant } = useSession();
  const counts = useCounts(listing);
  const { sort: _sort, status, ...others } = listing;
  const inForce = Object.values(others).filter((value) => value !== null).length;
  const [open, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips
        label="Status"
        value={status}
        onValueChange={(next) => onChange({ status: next })}
        options={states.map((state) => ({
          value: state,
          label: state ? cardStates[state].word : "All",
          count: counts.data?.[state ?? "all"] ?? undefined,
        }))}
      />
      <Button className="md:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden /> {inForce > 0 ? `Filters (${inForce})` : "Filters"}
      </Button>
      <div className={cx("flex flex-wrap gap-2", !open && "max-md:hidden")}>
        {[...kindPills(listing, merchant), ...namePills(listing)].map(
          ({ label, value, none, panel }) => (
            <FilterPill key={label} label={label} value={value} onClear={() => onChange(none)}>
              {(close) =>
                panel((change) => {
                  onChange(change);
                  close();
                })
              }
            </FilterPill>
          ),
        )}
        {isFiltered({ status, ...others }) && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

function useCounts({ status: _status, ...listing }: ListingOptions) {
  const { merchant } = useSession();
  const { sort, ...query } = listingQuery(listing, merchant);
  return useQuery({
    ...readOptions(["cards", "count", query], "/api/portal/cards/counts", query),
    // That order leaves out cards without an expiration date.
    enabled: sort !== "expiring",
  });
}

type Pill = {
  label: string;
  /** The selected value as text; null if the filter is off. */
  value: string | null;
  /** The change that turns the filter off. */
  none: Partial<Filters>;
  /** Renders the filter's panel, which calls `apply` with the new value. */
  panel: (apply: (change: Partial<Filters>) => void) => ReactNode;
};

function kindPills(listing: ListingOptions, store: { currency: string; timeZone: string }): Pill[] {
  const { cardType, currency, createdFrom, createdTo, expiresFrom, expiresTo } = listing;
  const shown = currency ?? store.currency;
  return [
    {
      label: "Type",
      value: cardType && cardTypeWords[cardType].toLowerCase(),
      none: { cardType: null },
      panel: (apply) => (
        <TypePanel value={cardType} onChoose={(chosen) => apply({ cardType: chosen })} />
      ),
    },
    {
      label: "Currency",
      value: currency,
      none: { currency: null },
      panel: (apply) => (
        <Select
          options={currencyOptions()}
          aria-label="Currency"
          value={shown}
          onValueChange={(chosen) => apply({ currency: chosen })}
        />
      ),
    },
    {
      label: "Balance",
      value: balanceInWords(listing, shown),
      none: { balance: null, min: null, max: null },
      panel: (apply) => <BalancePanel filters={listing} currency={shown} onApply={apply} />,
    },
    {
      label: "Created",
      value: daysInWords(createdFrom, createdTo),
      none: { createdFrom: null, createdTo: null },
      panel: (apply) => (
        <DaysPanel
          from={createdFrom}
          to={createdTo}
          help={`Whole days, ${store.timeZone} time.`}
          onApply={(from, to) => apply({ createdFrom: from, createdTo: to })}
        />
      ),
    },
    {
      label: "Expires",
      value: daysInWords(expiresFrom, expiresTo),
      none: { expiresFrom: null, expiresTo: null },
      panel: (apply) => (
        <DaysPanel
          from={expiresFrom}
          to={expiresTo}
          help="A card's last day. Cards without an end are in no range."
          onApply={(from, to) => apply({ expiresFrom: from, expiresTo: to })}
        />
      ),
    },
  ];
}

function namePills({ ownerEmail, last4, batchId }: ListingOptions): Pill[] {
  const endsIn: Pill = {
    label: "Ends in",
    value: last4,
    none: { last4: null },
    panel: () => (
      <p className="text-muted">
        Cards whose code ends in <span className="font-mono text-ink">{last4}</span>. Search for
        another end above.
      </p>
    ),
  };
  return [
    {
      label: "Owner",
      value: ownerEmail,
      none: { ownerEmail: null },
      panel: (apply) => (
        <TextPanel
          label="Owner's e-mail address"
          value={ownerEmail}
          help="The whole address."
          kind="email"
          problem="Enter an address, such as name@example.com."
          onApply={(text) => apply({ ownerEmail: text })}
        />
      ),
    },
    {
      label: "Batch",
      value: batchId,
      none: { batchId: null },
      panel: (apply) => (
        <TextPanel
          label="Batch id"
          value={batchId}
          help="As it stands in the file of cards."
          kind="id"
          problem="Enter the whole id of a batch."
          onApply={(text) => apply({ batchId: text?.toLowerCase() ?? null })}
        />
      ),
    },
    ...(last4 ? [endsIn] : []),
  ];
}
