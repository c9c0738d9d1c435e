import { useQuery } from "@tanstack/react-query";
import { Gift as GiftIcon } from "lucide-react";
import Link from "next/link";
import { parseAsStringLiteral } from "nuqs";
import type { ReplyOf } from "@/components/api";
import { CardCellLink } from "@/components/cards/card-parts";
import { giftColumns } from "@/components/gifts/gift-columns";
import { List, useList } from "@/components/list";
import { countOf } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { Money } from "@/components/ui/format";
import { Segments } from "@/components/ui/segments";
import { both, EmptyState, NotLoaded } from "@/components/ui/states";
import { textColumn } from "@/components/ui/table";

type Escrow = ReplyOf<"/api/portal/gifts/totals">;

const states = ["pending", "all"] as const;

/** Gifts between customers. Pending gifts count as liability although they are on no card. */
export function GiftsTab() {
  const { query, steps, filters, change } = useList({
    key: ["gifts"],
    path: "/api/portal/gifts",
    parsers: { state: parseAsStringLiteral(states).withDefault("pending") },
    queryOf: ({ state }) => ({ status: state === "pending" ? state : null }),
  });
  const { state } = filters;
  const escrow = useQuery(readOptions(["gifts", "totals"], "/api/portal/gifts/totals"));
  const loaded = both(query, escrow);
  if (!loaded.data) return <NotLoaded query={loaded} what="The gifts" loading="Loading gifts" />;
  const [, { totals }] = loaded.data;

  return (
    <section aria-label="Gifts" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <InEscrow totals={totals} />
        <Segments
          label="State"
          value={state}
          onValueChange={(next) => change({ state: next })}
          options={[
            { value: "pending", label: "Waiting" },
            { value: "all", label: "All" },
          ]}
        />
      </div>
      <List
        query={query}
        what="The gifts"
        loading="Loading gifts"
        caption="Gifts, newest first"
        columns={columns}
        rows={(page) => page.gifts}
        rowId={({ id }) => id}
        steps={steps}
        empty={
          <EmptyState
            icon={<GiftIcon aria-hidden />}
            title={state === "pending" ? "No gift is waiting" : "No gifts yet"}
            text="Customers send balance to each other from their wallet. It waits here until it is accepted, for 30 days at most."
          />
        }
      />
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

const columns = giftColumns(
  [
    {
      header: "From",
      phone: "what",
      cell: ({ customerId, senderEmail, recipientEmail }) => (
        <>
          <Link
            href={`/customers/${customerId}`}
            prefetch={false}
            title={senderEmail}
            className="block max-w-28 truncate font-medium underline-offset-4 hover:underline max-md:max-w-[45vw] lg:max-w-44"
          >
            {senderEmail}
          </Link>
          <span className="block max-w-[45vw] truncate text-sm text-muted md:hidden">
            to {recipientEmail}
          </span>
        </>
      ),
    },
    textColumn("To", ({ recipientEmail }) => recipientEmail, {
      className: "max-w-28 text-muted lg:max-w-44",
    }),
  ],
  {
    header: "Card",
    phone: "hidden",
    from: "xl",
    cell: ({ cardUuid, cardLast4 }) => <CardCellLink uuid={cardUuid} last4={cardLast4} />,
  },
);
