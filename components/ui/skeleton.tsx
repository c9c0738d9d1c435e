import { cx } from "./cx";

/** A grey place for content to come; invisible for the first 150 ms. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("block animate-wait rounded-sm bg-hover", className)} />
);

const rowWidths = ["w-40", "w-32", "w-44", "w-36", "w-28", "w-48", "w-30", "w-38"];

/** The shape of a table while its rows are on the way. */
export const TableSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="border-t">
    {rowWidths.map((width) => (
      <div key={width} className="flex h-14 items-center gap-6 border-b px-3 md:h-10">
        <Skeleton className={cx("h-3.5", width)} />
        <Skeleton className="hidden h-3.5 w-20 md:block" />
        <Skeleton className="ml-auto h-3.5 w-20" />
        <Skeleton className="hidden h-3.5 w-28 lg:block" />
      </div>
    ))}
  </div>
);
