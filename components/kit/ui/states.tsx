import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { CloudOff, Lock, LogOut, SearchX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "@/components/kit/api/api";
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

type Failure = {
  icon: ReactNode;
  words: "absent" | "denied" | "failed" | "signedOut" | "unreachable";
  retry?: true;
};

type ErrorProps = {
  query: { error: unknown; refetch: () => unknown };
  children?: ReactNode;
};

/** Error message with the request id and a Retry button. */
function ErrorState({ query: { error, refetch }, children }: ErrorProps) {
  const t = useTranslations("common");
  const { icon, words, retry } = (error instanceof ApiError && byStatus[error.status]) || failed;
  const requestId = error instanceof ApiError ? error.requestId : null;
  const id = (text: ReactNode) => <span className="font-mono break-all">{text}</span>;
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1 rounded-md border px-6 py-12 text-center"
    >
      <span className="mb-2 grid size-10 place-items-center rounded-md bg-danger-tint text-danger [&_svg]:size-5">
        {icon}
      </span>
      <h2 className="text-lg font-semibold">{t(`states.${words}.title`)}</h2>
      <p className="max-w-md text-muted">{t(`states.${words}.text`)}</p>
      {requestId && (
        <p className="mt-1 text-sm text-muted">{t.rich("states.request", { requestId, id })}</p>
      )}
      <div className="mt-4 flex gap-2">
        {retry && <Button onClick={() => void refetch()}>{t("actions.retry")}</Button>}
        {children}
      </div>
    </div>
  );
}

const failed: Failure = { icon: <TriangleAlert aria-hidden />, words: "failed", retry: true };

const byStatus: Record<number, Failure> = {
  0: { icon: <CloudOff aria-hidden />, words: "unreachable", retry: true },
  401: { icon: <LogOut aria-hidden />, words: "signedOut" },
  403: { icon: <Lock aria-hidden />, words: "denied" },
  404: { icon: <SearchX aria-hidden />, words: "absent" },
};

/** A loading placeholder, invisible for the first 150 ms. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("block animate-wait rounded-sm bg-hover", className)} />
);

type LoadingProps = { className?: string; children: ReactNode };

/** Says to screen readers that something loads. `children` are its skeletons. */
export const LoadingStatus = ({ className, children }: LoadingProps) => (
  <div role="status" aria-label={useTranslations("common")("states.loading")} className={className}>
    {children}
  </div>
);

const rowWidths = ["w-40", "w-32", "w-44", "w-36", "w-28", "w-48", "w-30", "w-38"];

/** Loading placeholder for a table. */
export const TableSkeleton = () => (
  <LoadingStatus className="border-t">
    {rowWidths.map((width) => (
      <div key={width} className="flex h-14 items-center gap-6 border-b px-3 md:h-10">
        <Skeleton className={cx("h-3.5", width)} />
        <Skeleton className="hidden h-3.5 w-20 md:block" />
        <Skeleton className="ml-auto h-3.5 w-20" />
        <Skeleton className="hidden h-3.5 w-28 lg:block" />
      </div>
    ))}
  </LoadingStatus>
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
  /** The placeholder, if not that of a table. */
  loading?: ReactNode;
  /** Another way out, shown next to Retry. */
  onError?: ReactNode;
};

/** Stands in for data that isn't there: a placeholder while it loads, or the error. */
export const NotLoaded = ({ query, loading, onError }: NotLoadedProps) =>
  query.isError ? <ErrorState query={query}>{onError}</ErrorState> : (loading ?? <TableSkeleton />);

type LoadedProps<Data> = NotLoadedProps & {
  query: Loadable<Data>;
  children: (data: Data) => ReactNode;
};

/** Renders the data once loaded. Shows an error only if there is no data. */
export const Loaded = <Data,>({ children, ...props }: LoadedProps<Data>) =>
  props.query.data === undefined ? <NotLoaded {...props} /> : children(props.query.data);

/** Loading placeholder for text. */
export const Skeletons = ({ bars, className = "grid gap-3" }: SkeletonsProps) => (
  <LoadingStatus className={className}>
    {Object.entries(bars).map(([place, bar]) => (
      <Skeleton key={place} className={bar} />
    ))}
  </LoadingStatus>
);

const skeletonFields = [1, 2, 3, 4, 5, 6];

/** Placeholder of a settings form. */
export const FormSkeleton = () => (
  <LoadingStatus className="grid max-w-[640px] gap-6">
    {skeletonFields.map((field) => (
      <div key={field} className="grid gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </LoadingStatus>
);

type SkeletonsProps = { bars: string[]; className?: string };

type MoreProps = { query: UseInfiniteQueryResult; label: string; size?: "lg" };

/** Button that loads the next page of an infinite list. */
export function LoadMore({ query, label, size }: MoreProps) {
  const t = useTranslations("common");
  return (
    query.hasNextPage && (
      <Button
        className="justify-self-center"
        size={size}
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? t("actions.retry") : label}
      </Button>
    )
  );
}
