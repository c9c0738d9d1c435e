import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { formatNumber } from "@/components/kit/money/numbers";
import { Button } from "@/components/kit/ui/button";
import { type PagePosition, rowsPerPage } from "./list-query";

export const firstPagePosition = { page: null, cursor: null } as const;

/** Pagination state, with previous/next handlers (null if not available). */
export type PaginationState = {
  /** 1-based position of the first row shown; null if earlier pages may not be full. */
  first: number | null;
  /** True while the rows of another page are still shown. Their next cursor is not the one of this page. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** The last response of the list's query. */
export type ListResponse = {
  data: { nextCursor: string | null } | undefined;
  isPlaceholderData: boolean;
};

/** Moves between pages by cursor and remembers the cursors of earlier pages. */
export function usePagination(
  place: PagePosition,
  { data, isPlaceholderData: stale }: ListResponse,
  goTo: (place: { page: number | null; cursor: string | null }) => void,
): PaginationState {
  const cursors = useRef(new Map<number, string | null>());
  const { page, cursor } = place;
  useEffect(() => {
    cursors.current.set(page, cursor);
  }, [page, cursor]);

  const goBack = () => {
    const cursorBefore = cursors.current.get(page - 1) ?? null;
    goTo(page > 2 ? { page: page - 1, cursor: cursorBefore } : firstPagePosition);
  };
  const nextCursor = data?.nextCursor;
  return {
    first: (page - 1) * rowsPerPage + 1,
    stale,
    onPrevious: page > 1 ? goBack : null,
    onNext: nextCursor ? () => goTo({ page: page + 1, cursor: nextCursor }) : null,
  };
}

type PaginationProps = PaginationState & {
  count: number;
  /** Null if unknown. */
  total: number | null;
};

/** Shows "1–50 of 12,304" or "1–50 and more", with Previous and Next buttons. */
export function Pagination({ first, count, total, stale, onPrevious, onNext }: PaginationProps) {
  const t = useTranslations("common");
  const range =
    count === 0 || first === null
      ? formatNumber(count)
      : `${formatNumber(first)}–${formatNumber(first + count - 1)}`;
  const last = onNext || first === null ? null : first + count - 1;
  const whole = total ?? last;
  return (
    <nav aria-label={t("pages.label")} className="flex items-center justify-between gap-3 py-3">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {whole !== null
          ? t("pages.ofTotal", { range, total: formatNumber(whole) })
          : onNext
            ? t("pages.andMore", { range })
            : range}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={!onPrevious} onClick={() => onPrevious?.()}>
          <ChevronLeft aria-hidden /> {t("actions.previous")}
        </Button>
        <Button size="sm" disabled={!onNext || stale} onClick={() => onNext?.()}>
          {t("actions.next")} <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
