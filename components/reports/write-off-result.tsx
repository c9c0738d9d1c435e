import { formatMoney } from "@/components/money";
import { countOf, number } from "@/components/numbers";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { RequestFailure } from "@/components/ui/request-failure";
import type { WriteOffResult } from "./types";
import type { WriteOffProgress } from "./use-write-off";

type Skipped = WriteOffResult["skipped"];

const reasonWords: Record<Skipped[number]["reason"], string> = {
  not_expired: "topped up meanwhile, and valid again",
  empty: "empty already",
  not_active: "disabled meanwhile",
  not_found: "not found",
};

type Props = { progress: WriteOffProgress; currency: string; onDismiss: () => void };

/** Progress and result of a write-off. */
export function WriteOffOutcome({ progress, currency, onDismiss }: Props) {
  const { done, total, written, cents, skipped, state, error } = progress;
  return (
    <section
      aria-label="Write-off"
      className="grid gap-3 rounded-md border bg-surface p-4"
      aria-live="polite"
    >
      {state === "running" ? (
        <>
          <p>
            Writing off: {number(done)} of {countOf(total, "card")}. Keep this page open.
          </p>
          <Progress label="Cards written off" done={done} total={total} />
        </>
      ) : (
        <>
          <p className="font-medium">
            {written > 0
              ? `${countOf(written, "card")} written off, ${formatMoney(cents, currency)} in all.`
              : "Nothing was written off."}
          </p>
          {skipped.length > 0 && <p className="text-muted">{skippedWords(skipped)}</p>}
          {error && (
            <>
              <RequestFailure error={error} />
              <p className="text-muted">
                What was written off so far stays. You can write off the rest again.
              </p>
            </>
          )}
          <div>
            <Button size="sm" onClick={onDismiss}>
              Done
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function skippedWords(skipped: Skipped): string {
  const reasons = new Map<Skipped[number]["reason"], number>();
  for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const list = [...reasons].map(([reason, count]) => `${count} ${reasonWords[reason]}`).join(", ");
  return `${countOf(skipped.length, "card")} skipped: ${list}.`;
}
