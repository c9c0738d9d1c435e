import { ChevronLeft, ChevronRight } from "lucide-react";
import { number } from "@/components/numbers";
import { Button } from "./button";

type Props = {
  /** 1-based place of the first row shown; null where the pages before it need not be full. */
  first: number | null;
  count: number;
  /** Null while nobody has counted them. */
  total: number | null;
  /** While another page's rows are still shown, nobody can go on from them. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** "1–50 of 12,304", or "1–50 and more", and the ways to go on. */
export function Pagination({ first, count, total, stale, onPrevious, onNext }: Props) {
  const range =
    count === 0 || first === null ? number(count) : `${number(first)}–${number(first + count - 1)}`;
  const last = onNext || first === null ? null : first + count - 1;
  const whole = total ?? last;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 py-3">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {range}
        {whole !== null ? ` of ${number(whole)}` : onNext ? " and more" : ""}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={!onPrevious} onClick={() => onPrevious?.()}>
          <ChevronLeft aria-hidden /> Previous
        </Button>
        <Button size="sm" disabled={!onNext || stale} onClick={() => onNext?.()}>
          Next <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
