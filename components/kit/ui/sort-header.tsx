import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";

export type ColumnSort = {
  /** The order of the rows by this column; "none" if they are sorted by another. */
  order: "ascending" | "descending" | "none";
  onSort: () => void;
};

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** The header of a column that sorts. Stacked rows have no header, so the list also needs a sort menu. */
export function SortHeader({ label, order, onSort }: ColumnSort & { label: string }) {
  const Icon = icons[order];
  return (
    <>
      <button
        type="button"
        onClick={onSort}
        className="-mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink stacked:hidden print:mx-0 print:px-0"
      >
        {label}
        <Icon
          className={order === "none" ? "size-3.5 opacity-50" : "size-3.5 text-ink"}
          aria-hidden
        />
      </button>
      <span className="unstacked:hidden">{label}</span>
    </>
  );
}

type Orders<Sort extends string> = { ascending: Sort; descending: Sort; first: Sort };

/** The orders of a column of times. */
export const byTime = { ascending: "oldest", descending: "newest", first: "newest" } as const;

/** A column's sort in a list that is sorted by `current`: the first click on the header sorts by `first`. */
export const columnSort = <Sort extends string>(
  current: Sort,
  { ascending, descending, first }: Orders<Sort>,
  onSort: (sort: Sort) => void,
): ColumnSort => ({
  order: current === ascending ? "ascending" : current === descending ? "descending" : "none",
  onSort: () => {
    if (current !== first) onSort(first);
    else onSort(first === ascending ? descending : ascending);
  },
});
