import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { CloudOff, Lock, LogOut, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/components/api";
import { Button } from "./button";
import { cx } from "./cx";

type Props = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

/** An empty list: says what will be here, and offers the next step. */
export const EmptyState = ({ icon, title, text, children }: Props) => (
  <div className="grid justify-items-center gap-1 rounded-md border border-dashed border-control/60 px-6 py-12 text-center">
    <span className="mb-2 grid size-10 place-items-center rounded-md bg-hover text-muted [&_svg]:size-5">
      {icon}
    </span>
    <h2 className="text-lg font-semibold">{title}</h2>
    <div className="max-w-md text-muted">{text}</div>
    {children && (
      <div className="mt-4 flex w-full min-w-0 flex-col items-center gap-3">{children}</div>
    )}
  </div>
);

type Words = { icon: ReactNode; title: (what: string) => string; safe: string; retry?: true };

type ErrorProps = {
  query: { error: unknown; refetch: () => unknown };
  /** Names what failed to load, such as "The cards"; completes "couldn't be …". */
  what: string;
  children?: ReactNode;
};

/** Error message with the request id and a Retry button. */
export function ErrorState({ query: { error, refetch }, what, children }: ErrorProps) {
  const words = (error instanceof ApiError && byStatus[error.status]) || failed;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1 rounded-md border px-6 py-12 text-center"
    >
      <span className="mb-2 grid size-10 place-items-center rounded-md bg-danger-tint text-danger [&_svg]:size-5">
        {words.icon}
      </span>
      <h2 className="text-lg font-semibold">{words.title(what)}</h2>
      <p className="max-w-md text-muted">{words.safe}</p>
      {requestId && (
        <p className="mt-1 text-sm text-muted">
          Request <span className="font-mono break-all">{requestId}</span>
        </p>
      )}
      <div className="mt-4 flex gap-2">
        {words.retry && <Button onClick={() => void refetch()}>Retry</Button>}
        {children}
      </div>
    </div>
  );
}

const failed: Words = {
  icon: <TriangleAlert aria-hidden />,
  title: (what) => `${what} couldn't be loaded`,
  safe: "Nothing was changed: balances and history are safe.",
  retry: true,
};

const byStatus: Record<number, Words> = {
  0: {
    icon: <CloudOff aria-hidden />,
    title: () => "Scrip can't be reached",
    safe: "Nothing was changed. Check the connection, then try again.",
    retry: true,
  },
  401: {
    icon: <LogOut aria-hidden />,
    title: () => "Your session has ended",
    safe: "Everything is safe. Sign in again to go on where you were.",
  },
  403: {
    icon: <Lock aria-hidden />,
    title: () => "Your role doesn't include this",
    safe: "An owner of the store can give you access.",
  },
  404: {
    icon: <SearchX aria-hidden />,
    title: (what) => `${what} can't be found`,
    safe: "It doesn't exist, or it belongs to another store.",
  },
};

/** A loading placeholder, invisible for the first 150 ms. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("block animate-wait rounded-sm bg-hover", className)} />
);

const rowWidths = ["w-40", "w-32", "w-44", "w-36", "w-28", "w-48", "w-30", "w-38"];

/** Loading placeholder for a table. */
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

type Loadable<Data> = {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
};

/** Two queries as one: loaded once both are. */
export const both = <A, B>(first: Loadable<A>, second: Loadable<B>): Loadable<[A, B]> => ({
  data:
    first.data === undefined || second.data === undefined ? undefined : [first.data, second.data],
  isError: first.isError || second.isError,
  error: first.error ?? second.error,
  refetch: () => Promise.all([first.refetch(), second.refetch()]),
});

type NotLoadedProps = {
  query: Omit<Loadable<unknown>, "data">;
  what: string;
  /** The placeholder, or the label of a table's. */
  loading: ReactNode;
  /** Another way out, shown next to Retry. */
  onError?: ReactNode;
};

/** Stands in for data that isn't there: a placeholder while it loads, or the error. */
export function NotLoaded({ query, what, loading, onError }: NotLoadedProps) {
  if (!query.isError) {
    return typeof loading === "string" ? <TableSkeleton label={loading} /> : loading;
  }
  return (
    <ErrorState query={query} what={what}>
      {onError}
    </ErrorState>
  );
}

type LoadedProps<Data> = NotLoadedProps & {
  query: Loadable<Data>;
  children: (data: Data) => ReactNode;
};

/** Renders the data once loaded. Shows an error only if there is no data. */
export const Loaded = <Data,>({ children, ...props }: LoadedProps<Data>) =>
  props.query.data === undefined ? <NotLoaded {...props} /> : children(props.query.data);

/** Loading placeholder for text, with a label for screen readers. */
export const Skeletons = ({ label, bars, className = "grid gap-3" }: SkeletonsProps) => (
  <div role="status" aria-label={label} className={className}>
    {Object.entries(bars).map(([place, bar]) => (
      <Skeleton key={place} className={bar} />
    ))}
  </div>
);

type SkeletonsProps = { label: string; bars: string[]; className?: string };

type MoreProps = { query: UseInfiniteQueryResult; label: string; size?: "lg" };

/** Button that loads the next page of an infinite list. */
export const LoadMore = ({ query, label, size }: MoreProps) =>
  query.hasNextPage && (
    <Button
      className="justify-self-center"
      size={size}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchNextPageError ? "Retry" : label}
    </Button>
  );
