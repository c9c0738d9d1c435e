import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { Time } from "./format";
import { type ColumnSort, SortHeader } from "./sort-header";

/** A column's place on phones, where a row has two lines: what and amount, then when and state. */
type PhonePlace = "what" | "amount" | "when" | "state" | "hidden";

const phoneClasses: Record<PhonePlace, string> = {
  what: "max-md:col-start-1 max-md:row-start-1 max-md:font-medium",
  amount: "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end max-md:font-medium",
  when: "max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-muted",
  state: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
  hidden: "max-md:hidden",
};

export type Column<Row> = {
  /** Required if the column can be hidden or its header isn't unique. */
  id?: string;
  header: string;
  /** Hides the header visually, for columns whose cells are self-explanatory. */
  headerHidden?: true;
  phone: PhonePlace;
  align?: "right";
  /** Hidden below this width. */
  from?: "lg" | "xl";
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
  phone: "when",
  muted: true,
  cell: (row) => {
    const at = timeOf(row);
    return at && <Time at={at} />;
  },
  ...place,
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
    return (
      text && (
        <span className={cx("block truncate", className)} title={text}>
          {text}
        </span>
      )
    );
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
    column.align === "right" && "md:text-right tabular-nums",
    column.muted && "text-muted",
    column.from === "lg" && "md:max-lg:hidden",
    column.from === "xl" && "md:max-xl:hidden",
  );

/** A dense table with a sticky header and 40 px rows; on phones, each row has two lines. */
export function Table<Row>({ caption, columns, rows, rowId, stale }: Props<Row>) {
  return (
    <table
      className={cx("w-full border-collapse text-left transition-opacity", stale && "opacity-60")}
      aria-busy={stale || undefined}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-[var(--banner-height,0px)] z-10 bg-canvas max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.id ?? column.header}
              scope="col"
              aria-sort={column.sort?.order}
              className={cx(
                "h-9 border-b px-3 text-xs font-medium whitespace-nowrap text-muted",
                columnClasses(column),
              )}
            >
              {column.headerHidden ? (
                <span className="sr-only">{column.header}</span>
              ) : column.sort ? (
                <SortHeader label={column.header} {...column.sort} />
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowId(row)}
            className="relative border-b transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-1 max-md:py-2.5"
          >
            {columns.map((column) => (
              <td
                key={column.id ?? column.header}
                className={cx(
                  "h-10 min-w-0 px-3 whitespace-nowrap max-md:h-auto max-md:px-0",
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
