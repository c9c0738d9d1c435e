import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { type Column, Table } from "@/components/kit/ui/table";

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

type Words = { title: string; text: string };

type Props<Data, Row> = {
  query: UseQueryResult<Data>;
  rows: (data: Data) => readonly Row[];
  columns: Column<Row>[];
  isEnded: (row: Row) => boolean;
  title: string;
  purpose: string;
  icon: ReactNode;
  /** Shown in the page header, or in the empty state if nothing exists yet. */
  action: ReactNode;
  /** Instead of the table: if nothing exists yet, or if all have ended. */
  empty: Words;
  noneInUse: Words;
  /** The button's text for a number of ended rows, and the caption of their table. */
  endedWords: { label: (count: number) => string; caption: string };
};

/** A page with a table of what is in use, and below it, behind a button, of what has ended. */
export function InUsePage<Data, Row extends { id: string }>(props: Props<Data, Row>) {
  const { query, rows, title, purpose, icon, action, empty } = props;
  const isEmpty = query.data === undefined || rows(query.data).length === 0;
  return (
    <>
      <PageHeader title={title} action={!isEmpty && action} purpose={purpose} />
      <section aria-label={title} className="min-w-0">
        <Loaded query={query}>
          {(data) =>
            rows(data).length === 0 ? (
              <EmptyState icon={icon} {...empty}>
                {action}
              </EmptyState>
            ) : (
              <Tables {...props} all={rows(data)} />
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function Tables<Data, Row extends { id: string }>(
  props: Props<Data, Row> & { all: readonly Row[] },
) {
  const { all, columns, isEnded, title, icon, noneInUse, endedWords } = props;
  const inUse = all.filter((row) => !isEnded(row));
  const ended = all.filter(isEnded);
  const table = { columns, rowId: ({ id }: Row) => id };
  return (
    <>
      {inUse.length === 0 ? (
        <EmptyState icon={icon} {...noneInUse} />
      ) : (
        <Table caption={title} rows={inUse} {...table} />
      )}
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
