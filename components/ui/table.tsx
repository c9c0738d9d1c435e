import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./cx";

/** On a phone a row becomes two lines: what and how much, then when and state. */
type PhonePlace = "what" | "amount" | "when" | "state" | "hidden";

const phoneClasses: Record<PhonePlace, string> = {
  what: "max-md:col-start-1 max-md:row-start-1 max-md:font-medium",
  amount: "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end max-md:font-medium",
  when: "max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-muted",
  state: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
  hidden: "max-md:hidden",
};

export type Column<Row> = {
  /** Where the column can be left out, or its header isn't its own. */
  id?: string;
  header: string;
  /** For a column whose cells speak for themselves. */
  headerHidden?: true;
  phone: PhonePlace;
  align?: "right";
  /** Left out below this width. */
  from?: "lg" | "xl";
  muted?: true;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  /** Names the table for those who can't see it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Dims what is about to be replaced. */
  stale?: boolean;
};

const columnClasses = <Row,>(column: Column<Row>) =>
  cx(
    column.align === "right" && "md:text-right tabular-nums",
    column.muted && "text-muted",
    column.from === "lg" && "md:max-lg:hidden",
    column.from === "xl" && "md:max-xl:hidden",
  );

/** A dense table: sticky header, 40-px rows, two lines a row on a phone. */
export function Table<Row>({ caption, columns, rows, rowId, stale }: Props<Row>) {
  return (
    <table
      className={cx("w-full border-collapse text-left transition-opacity", stale && "opacity-60")}
      aria-busy={stale || undefined}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-canvas max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.id ?? column.header}
              scope="col"
              className={cx(
                "h-9 border-b px-3 text-xs font-medium whitespace-nowrap text-muted",
                columnClasses(column),
              )}
            >
              {column.headerHidden ? (
                <span className="sr-only">{column.header}</span>
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

/** The link on a row's id; the whole row follows it. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="font-mono text-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
  >
    {children}
  </Link>
);
