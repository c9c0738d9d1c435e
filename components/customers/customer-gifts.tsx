"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CardCellLink } from "@/components/cards/card-parts";
import {
  giftAmountColumn,
  giftSentColumn,
  giftStateColumn,
  giftUntilColumn,
} from "@/components/gifts/columns";
import { readPages } from "@/components/queries";
import type { Customer, Gift } from "@/components/types";
import { Section } from "@/components/ui/section";
import { ErrorState, LoadMore, TableSkeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";

const rowsPerLoad = 10;

/** The gifts that the customer sent or received, newest first, each with its state. */
export function CustomerGifts({ customer }: { customer: Customer }) {
  const gifts = useInfiniteQuery(
    readPages(["customers", "gifts", customer.id], "/api/portal/gifts", {
      customerId: customer.id,
      limit: rowsPerLoad,
    }),
  );
  const rows = gifts.data?.pages.flatMap((page) => page.gifts) ?? [];
  return (
    <Section title="Gifts">
      {gifts.isPending && <TableSkeleton label="Loading the gifts" />}
      {gifts.isError && !gifts.data && <ErrorState query={gifts} what="The gifts" />}
      {gifts.data && rows.length === 0 && (
        <p className="text-muted">They have neither sent nor got a gift here.</p>
      )}
      {rows.length > 0 && (
        <Table
          caption="Gifts that the customer sent and got, newest first"
          columns={columnsFor(customer)}
          rows={rows}
          rowId={({ id }) => id}
        />
      )}
      <LoadMore query={gifts} label="More gifts" />
    </Section>
  );
}

/** Columns from the customer's side: "To" for gifts they sent, "From" for gifts they received. */
const columnsFor = ({ id }: Customer): Column<Gift>[] => [
  {
    header: "Gift",
    phone: "what",
    cell: (gift) =>
      gift.customerId === id ? (
        <Party preposition="To" email={gift.recipientEmail} href={null} />
      ) : (
        <Party preposition="From" email={gift.senderEmail} href={`/customers/${gift.customerId}`} />
      ),
  },
  giftStateColumn,
  {
    header: "Card",
    phone: "hidden",
    from: "lg",
    cell: (gift) => <OwnCard gift={gift} isSender={gift.customerId === id} />,
  },
  giftSentColumn,
  giftUntilColumn,
  giftAmountColumn,
];

type PartyProps = { preposition: "To" | "From"; email: string; href: string | null };

const Party = ({ preposition, email, href }: PartyProps) => (
  <span className="flex max-w-56 gap-1 max-md:max-w-[55vw] xl:max-w-96" title={email}>
    <span className="shrink-0 text-muted">{preposition}</span>
    {href ? (
      <Link
        href={href}
        prefetch={false}
        className="truncate font-medium underline-offset-4 hover:underline"
      >
        {email}
      </Link>
    ) : (
      <span className="truncate font-medium">{email}</span>
    )}
  </span>
);

/** The customer's card that sent or received the gift, if there is one yet. */
function OwnCard({ gift, isSender }: { gift: Gift; isSender: boolean }) {
  const { cardUuid, cardLast4, settledCardUuid, settledCardLast4, status } = gift;
  const [uuid, last4] = isSender
    ? [cardUuid, cardLast4]
    : [status === "accepted" ? settledCardUuid : null, settledCardLast4];
  if (!uuid) return <span className="text-subtle">–</span>;
  return <CardCellLink uuid={uuid} last4={last4 ?? ""} />;
}
