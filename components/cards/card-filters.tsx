"use client";

import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CurrencySelect } from "@/components/currency-select";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FilterPill } from "@/components/ui/filter-pill";
import { FilterChips } from "@/components/ui/filters";
import {
  balanceInWords,
  daysInWords,
  type Filters,
  type Listing,
  listingQuery,
  noFilters,
} from "./filters";
import { readTerm } from "./search-terms";
import { cardStateNames, cardStates, cardTypeWords } from "./words";

type Props = { listing: Listing; onChange: (change: Partial<Listing>) => void };

// The panels are loaded when a pill is opened.
const panels = () => import("./filter-panels");
const BalancePanel = dynamic(async () => (await panels()).BalancePanel);
const TypePanel = dynamic(async () => (await panels()).TypePanel);
const DaysPanel = dynamic(async () => (await panels()).DaysPanel);
const TextPanel = dynamic(async () => (await panels()).TextPanel);

const states = [null, ...cardStateNames];

/** Filters by status as chips, with counts if available. All other filters are pills. */
export function CardFilters({ listing, onChange }: Props) {
  const counts = useCounts(listing);
  const { sort: _sort, ...filters } = listing;
  const { status: _status, ...pills } = filters;
  const inForce = Object.values(pills).filter((value) => value !== null).length;
  const filtered = inForce > 0 || filters.status !== null;
  const [open, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips
        label="Status"
        value={listing.status}
        onValueChange={(status) => onChange({ status })}
        options={states.map((status) => ({
          value: status,
          label: status ? cardStates[status].word : "All",
          count: counts.data?.[status ?? "all"] ?? undefined,
        }))}
      />
      <Button className="md:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden /> {inForce > 0 ? `Filters (${inForce})` : "Filters"}
      </Button>
      <div className={cx("flex flex-wrap gap-2", !open && "max-md:hidden")}>
        <KindPills listing={listing} onChange={onChange} />
        <RangePills listing={listing} onChange={onChange} />
        <NamePills listing={listing} onChange={onChange} />
        {filtered && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

/** The number of cards in each state under the other filters. */
function useCounts({ status: _status, ...listing }: Listing) {
  const { merchant } = useSession();
  const { sort, ...query } = listingQuery(listing, merchant);
  return useQuery({
    ...read(["cards", "count", query], "/api/portal/cards/counts", query),
    // That order leaves out cards without an expiration date.
    enabled: sort !== "expiring",
  });
}

function KindPills({ listing, onChange }: Props) {
  const { merchant } = useSession();
  const { cardType, currency } = listing;
  return (
    <>
      <FilterPill
        label="Type"
        value={cardType && cardTypeWords[cardType].toLowerCase()}
        onClear={() => onChange({ cardType: null })}
      >
        {(close) => (
          <TypePanel
            value={cardType}
            onChoose={(chosen) => {
              onChange({ cardType: chosen });
              close();
            }}
          />
        )}
      </FilterPill>
      <FilterPill label="Currency" value={currency} onClear={() => onChange({ currency: null })}>
        {(close) => (
          <CurrencySelect
            aria-label="Currency"
            value={currency ?? merchant.currency}
            onValueChange={(chosen) => {
              onChange({ currency: chosen });
              close();
            }}
          />
        )}
      </FilterPill>
    </>
  );
}

function RangePills({ listing, onChange }: Props) {
  const { merchant } = useSession();
  const currency = listing.currency ?? merchant.currency;
  const apply = (close: () => void) => (change: Partial<Filters>) => {
    onChange(change);
    close();
  };
  const { createdFrom, createdTo, expiresFrom, expiresTo } = listing;
  return (
    <>
      <FilterPill
        label="Balance"
        value={balanceInWords(listing, currency)}
        onClear={() => onChange({ balance: null, min: null, max: null })}
      >
        {(close) => <BalancePanel filters={listing} currency={currency} onApply={apply(close)} />}
      </FilterPill>
      <FilterPill
        label="Created"
        value={daysInWords(createdFrom, createdTo)}
        onClear={() => onChange({ createdFrom: null, createdTo: null })}
      >
        {(close) => (
          <DaysPanel
            from={createdFrom}
            to={createdTo}
            help={`Whole days, ${merchant.timeZone} time.`}
            onApply={(from, to) => apply(close)({ createdFrom: from, createdTo: to })}
          />
        )}
      </FilterPill>
      <FilterPill
        label="Spendable until"
        value={daysInWords(expiresFrom, expiresTo)}
        onClear={() => onChange({ expiresFrom: null, expiresTo: null })}
      >
        {(close) => (
          <DaysPanel
            from={expiresFrom}
            to={expiresTo}
            help="A card's last day. Cards without an end are in no range."
            onApply={(from, to) => apply(close)({ expiresFrom: from, expiresTo: to })}
          />
        )}
      </FilterPill>
    </>
  );
}

const isUuid = (text: string) => readTerm(text).kind === "id";

function NamePills({ listing, onChange }: Props) {
  const { ownerEmail, last4, batchId } = listing;
  return (
    <>
      <FilterPill label="Owner" value={ownerEmail} onClear={() => onChange({ ownerEmail: null })}>
        {(close) => (
          <TextPanel
            label="Owner's e-mail address"
            value={ownerEmail}
            help="The whole address."
            check={(text) =>
              readTerm(text).kind === "email"
                ? undefined
                : "Enter an address, such as name@example.com."
            }
            onApply={(text) => {
              onChange({ ownerEmail: text });
              close();
            }}
          />
        )}
      </FilterPill>
      <FilterPill label="Batch" value={batchId} onClear={() => onChange({ batchId: null })}>
        {(close) => (
          <TextPanel
            label="Batch id"
            value={batchId}
            help="As it stands in the file of cards."
            check={(text) => (isUuid(text) ? undefined : "Enter the whole id of a batch.")}
            onApply={(text) => {
              onChange({ batchId: text?.toLowerCase() ?? null });
              close();
            }}
          />
        )}
      </FilterPill>
      {last4 && (
        <FilterPill label="Ends in" value={last4} onClear={() => onChange({ last4: null })}>
          {() => (
            <p className="text-muted">
              Cards whose code ends in <span className="font-mono text-ink">{last4}</span>. Search
              for another end above.
            </p>
          )}
        </FilterPill>
      )}
    </>
  );
}
