"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CardEnding, StateChip } from "@/components/cards/card-parts";
import { cardTypeWords } from "@/components/cards/words";
import { readPages } from "@/components/queries";
import type { Customer, ListedCard } from "@/components/types";
import { Money, onDate, Time } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ErrorState, LoadMore, TableSkeleton } from "@/components/ui/states";
import { type Column, RowLink, Table } from "@/components/ui/table";

const rowsPerLoad = 10;

/** The customer's cards, newest first, including store credit. */
export function CustomerCards({ customer }: { customer: Customer }) {
  const cards = useInfiniteQuery(
    readPages(["cards", "of", customer.email], "/api/portal/cards", {
      ownerEmail: customer.email,
      limit: rowsPerLoad,
    }),
  );
  return (
    <Section title="Cards">
      {cards.isPending && <TableSkeleton label="Loading the cards" />}
      {cards.isError && !cards.data && <ErrorState query={cards} what="The cards" />}
      {cards.data && (
        <Table
          caption="The customer's cards, newest first"
          columns={columnsFor(customer.storeCredit.map(({ cardUuid }) => cardUuid))}
          rows={cards.data.pages.flatMap((page) => page.cards)}
          rowId={(card) => card.uuid}
        />
      )}
      <LoadMore query={cards} label="More cards" />
    </Section>
  );
}

/** The table's columns. `credit` lists the ids of cards that hold store credit. */
const columnsFor = (credit: string[]): Column<ListedCard>[] => [
  {
    header: "Card",
    phone: "what",
    cell: ({ uuid, last4 }) => (
      <RowLink href={`/cards/${uuid}`}>
        <CardEnding last4={last4} />
        {credit.includes(uuid) && (
          <span className="font-sans text-sm font-normal text-muted md:hidden"> Store credit</span>
        )}
      </RowLink>
    ),
  },
  {
    header: "Status",
    phone: "state",
    cell: ({ status, expiresOn }) => <StateChip status={status} expiresOn={expiresOn} />,
  },
  {
    header: "Type",
    phone: "hidden",
    cell: ({ uuid, cardType }) => (
      <span className="text-muted">
        {credit.includes(uuid) ? "Store credit" : cardTypeWords[cardType]}
      </span>
    ),
  },
  {
    header: "Spendable until",
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: ({ expiresOn }) => (expiresOn ? onDate(expiresOn) : "–"),
  },
  {
    header: "Created",
    phone: "when",
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: ({ balanceCents, currency, status }) => (
      <span className={status === "disabled" ? "text-muted line-through" : "font-medium"}>
        <Money amountCents={balanceCents} currency={currency} />
      </span>
    ),
  },
];
