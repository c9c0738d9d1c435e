import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { Time } from "./format";
import { type ColumnSort, SortHeader } from "./sort-header";

/** A column's place in a stacked row, which has two lines: what and amount, then who (or when) and state. */
type PhonePlace = "what" | "amount" | "who" | "state" | "hidden";

// globals.css defines the variants: "stacked" is a screen below 768 px, "unstacked" the rest and print.
const phoneClasses: Record<PhonePlace, string> = {
  what: "stacked:col-start-1 stacked:row-start-1 stacked:font-medium",
  amount: "stacked:col-start-2 stacked:row-start-1 stacked:justify-self-end stacked:font-medium",
  who: "stacked:col-start-1 stacked:row-start-2 stacked:min-w-0 stacked:self-center stacked:text-sm stacked:text-muted",
  state: "stacked:col-start-2 stacked:row-start-2 stacked:self-center stacked:justify-self-end",
  hidden: "stacked:hidden",
};

export type Column<Row> = {
  /** Required if the column can be hidden or its header isn't unique. */
  id?: string;
  header: string;
  /** Hides the header visually, for columns whose cells are self-explanatory. */
  headerHidden?: true;
  /** A control before the header, such as a checkbox for all rows. Phones show it without headers. */
  headerControl?: ReactNode;
  phone: PhonePlace;
  align?: "right";
  /** Hidden on screens between stacked rows and this width. Printed always. */
  from?: "lg" | "xl" | "2xl";
  muted?: true;
  /** Makes the header a button that sorts the rows. */
  sort?: ColumnSort;
  cell: (row: Row) => ReactNode;
};

/** A column of timestamps, which a row may lack. */
export const timeColumn = <Row,>(
  header: string,
  timeOf: (row: Row) => string | null,
  place?: Pick<Column<Row>, "from"> & { phone?: PhonePlace },
): Column<Row> => ({
  header,
  phone: "who",
  muted: true,
  cell: (row) => {
    const at = timeOf(row);
    return at && <Time at={at} />;
  },
  ...place,
});

/** The last column, with what can be done to a row. Its header is only spoken. */
export const buttonsColumn = <Row,>(
  header: string,
  cell: (row: Row) => ReactNode,
  phone: PhonePlace = "state",
): Column<Row> => ({ header, headerHidden: true, phone, align: "right", cell });

/** When a row was last used, which it may never have been. On phones, it is named. */
export const lastUseColumn = <Row,>(
  header: string,
  never: string,
  timeOf: (row: Row) => string | null,
): Column<Row> => ({
  header,
  phone: "who",
  muted: true,
  cell: (row) => {
    const at = timeOf(row);
    return (
      <>
        <span className="unstacked:hidden">{header}: </span>
        {at ? <Time at={at} /> : never}
      </>
    );
  },
});

type TextPlace<Row> = Pick<Column<Row>, "from"> & { phone?: PhonePlace; className: string };

/** A column of texts, cut off at the width in `className`. A row may have none. */
export const textColumn = <Row,>(
  header: string,
  textOf: (row: Row) => string | null,
  { className, ...place }: TextPlace<Row>,
): Column<Row> => ({
  header,
  phone: "hidden",
  cell: (row) => {
    const text = textOf(row);
    return text && <span className={cx("block truncate", className)}>{text}</span>;
  },
  ...place,
});

type Props<Row> = {
  /** Accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Dims rows that are being replaced. */
  stale?: boolean;
};

const columnClasses = <Row,>(column: Column<Row>) =>
  cx(
    column.align === "right" && "unstacked:text-right tabular-nums",
    column.muted && "text-muted",
    column.from === "lg" && "below-lg:hidden",
    column.from === "xl" && "below-xl:hidden",
    column.from === "2xl" && "below-2xl:hidden",
  );

/** A dense table with a sticky header and 40 px rows. Below 768 px, each row is stacked on two lines. */
export function Table<Row>({ caption, columns, rows, rowId, stale }: Props<Row>) {
  return (
    <table
      className={cx("w-full border-collapse text-left transition-opacity", stale && "opacity-60")}
      aria-busy={stale || undefined}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-[var(--banner-height,0px)] z-10 bg-canvas stacked:static print:static">
        <tr>
          {columns.map((column) => (
            <th
              key={column.id ?? column.header}
              scope="col"
              aria-sort={column.sort?.order}
              className={cx(
                "h-9 border-b px-3 text-xs font-medium whitespace-nowrap text-muted print:px-1 print:whitespace-normal",
                column.headerControl ? "stacked:px-1" : "stacked:sr-only",
                columnClasses(column),
              )}
            >
              <HeaderCell {...column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowId(row)}
            className="relative border-b transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:gap-x-3 stacked:gap-y-0.5 stacked:px-1 stacked:py-2.5 print:break-inside-avoid"
          >
            {columns.map((column) => (
              <td
                key={column.id ?? column.header}
                className={cx(
                  "h-10 min-w-0 px-3 whitespace-nowrap stacked:h-auto stacked:px-0 print:h-8 print:px-1",
                  phoneClasses[column.phone],
                  columnClasses(column),
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeaderCell<Row>({ header, headerHidden, headerControl, sort }: Column<Row>) {
  if (headerHidden) return <span className="sr-only">{header}</span>;
  if (sort) return <SortHeader label={header} {...sort} />;
  if (!headerControl) return header;
  return (
    <span className="flex items-center gap-1">
      {headerControl}
      <span className="stacked:sr-only">{header}</span>
    </span>
  );
}

/** A row's main link; clicking anywhere in the row follows it. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="font-mono text-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
  >
    {children}
  </Link>
);
