import { Money } from "@/components/ui/format";
import { type Column, Table } from "@/components/ui/table";
import { pointWords, seriesOf } from "./series";
import type { Activity } from "./types";

type Props = { activity: Activity; currency: string };
type Point = Activity["points"][number];

const phonePlaces = {
  issuedCents: "amount",
  redeemedCents: "state",
  creditedCents: "when",
} as const;

/** The chart's data as a table, newest first. */
export function ActivityTable({ activity, currency }: Props) {
  const { step, points } = activity;
  const columns: Column<Point>[] = [
    {
      header: step === "day" ? "Day" : "Month",
      phone: "what",
      cell: ({ from }) => pointWords(from, step, true),
    },
    ...seriesOf(activity).map(
      ({ key, label }): Column<Point> => ({
        id: key,
        header: label,
        phone: phonePlaces[key],
        align: "right",
        cell: (point) => (
          <>
            <span className="text-muted md:hidden">{label} </span>
            <Money amountCents={BigInt(point[key])} currency={currency} />
          </>
        ),
      }),
    ),
  ];
  return (
    <Table
      caption={`Issued and redeemed by ${step}, newest first`}
      columns={columns}
      rows={points.toReversed()}
      rowId={({ from }) => from}
    />
  );
}
