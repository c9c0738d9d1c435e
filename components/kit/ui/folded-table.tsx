import { ChevronRight } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import { cx } from "./cx";
import { type Column, Table } from "./table";

/** A table of what is no longer in use, behind a button with `label`. */
function FoldedTable<Row>({
  label,
  ...table
}: { label: string } & ComponentProps<typeof Table<Row>>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={cx("transition-transform", open && "rotate-90")} aria-hidden />
        {label}
      </Button>
      <div id={id} className="mt-2">
        {open && <Table {...table} />}
      </div>
    </div>
  );
}

type ListProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  isEnded: (row: Row) => boolean;
  /** Instead of the table, if all have ended. */
  noneInUse: ReactNode;
  /** The button's text for a number of ended rows, and the caption of their table. */
  endedWords: { label: (count: number) => string; caption: string };
};

/** A table of what is in use, and below it, behind a button, of what has ended. */
export function TableInUse<Row extends { id: string }>(props: ListProps<Row>) {
  const { caption, columns, rows, isEnded, noneInUse, endedWords } = props;
  const inUse = rows.filter((row) => !isEnded(row));
  const ended = rows.filter(isEnded);
  const table = { columns, rowId: ({ id }: Row) => id };
  return (
    <>
      {inUse.length === 0 ? noneInUse : <Table caption={caption} rows={inUse} {...table} />}
      {ended.length > 0 && (
        <FoldedTable
          label={endedWords.label(ended.length)}
          caption={endedWords.caption}
          rows={ended}
          {...table}
        />
      )}
    </>
  );
}
