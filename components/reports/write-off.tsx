import { useState } from "react";
import type { ReplyOf } from "@/components/api";
import { get, post } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { pageLocale } from "@/components/locale";
import { formatMoney } from "@/components/money";
import { countOf, formatNumber } from "@/components/numbers";
import { useRefresh } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { RequestFailure } from "@/components/ui/request-failure";

type WriteOffResult = ReplyOf<"/api/portal/reports/write-off", "POST">;

type Props = {
  cards: number;
  cents: bigint;
  currency: string;
  onClose: () => void;
  onConfirm: () => void;
};

export function WriteOffDialog({ cards, cents, currency, onClose, onConfirm }: Props) {
  const amount = formatMoney(cents, currency);
  const number = new Intl.NumberFormat(pageLocale(), { useGrouping: false }).format(cards);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Write off ${amount}`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {amount} on {countOf(cards, "expired card")} becomes breakage.
          </b>{" "}
          {cards === 1
            ? "The card stays and is empty afterwards."
            : "The cards stay and are empty afterwards."}{" "}
          This can't be taken back: a customer who comes after all would have to be given a new
          balance.
        </>
      }
      proof={{ label: "Type the number of cards:", text: number }}
      verb={`Write off ${amount}`}
      send={async () => onConfirm()}
    />
  );
}

type Skipped = WriteOffResult["skipped"];

const reasonWords: Record<Skipped[number]["reason"], string> = {
  frozen: "frozen; unfreeze it first",
  not_expired: "topped up meanwhile, and valid again",
  empty: "empty already",
  held: "all of it is held",
  not_active: "disabled meanwhile",
  not_found: "not found",
};

type WriteOffOutcomeProps = { progress: WriteOffProgress; currency: string; onDismiss: () => void };

export function WriteOffOutcome({ progress, currency, onDismiss }: WriteOffOutcomeProps) {
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
            Writing off: {formatNumber(done)} of {countOf(total, "card")}. Keep this page open.
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
          {state === "failed" && (
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

/** Maximum cards in one write-off request, which is one commit. */
const cardsAtOnce = 100;

/** A confirmed write-off: the selected cards (null for all expired ones) and their number. */
type WriteOffProgress = {
  done: number;
  total: number;
  /** In minor units. */
  cents: bigint;
  written: number;
  skipped: WriteOffResult["skipped"];
  state: "running" | "finished" | "failed";
  error: unknown;
};

/**
 * Writes off in batches of 100 cards, never more than confirmed. An interrupted run can be repeated
 * because cards that are already empty are skipped.
 */
export function useWriteOff(currency: string) {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<WriteOffProgress | null>(null);

  async function run({ uuids, cards }: { uuids: string[] | null; cards: number }) {
    const none = { done: 0, cents: 0n, written: 0, skipped: [] };
    let current: WriteOffProgress = { ...none, total: cards, state: "running", error: null };
    setProgress(current);
    try {
      while (current.done < cards) {
        const left = Math.min(cardsAtOnce, cards - current.done);
        const chosen = uuids?.slice(current.done, current.done + left);
        const step = chosen ?? (await nextCards(currency, left));
        if (step.length === 0) break;
        const key = crypto.randomUUID();
        const result = await post("/api/portal/reports/write-off", { cardUuids: step }, key);
        current = progressAfter(current, result, step.length);
        setProgress(current);
      }
      current = { ...current, state: "finished" };
    } catch (error) {
      current = { ...current, state: "failed", error };
    }
    setProgress(current);
    await refresh(["reports"], ["overview"], ["transactions"], ["cards"]);
  }
  return { progress, run, dismiss: () => setProgress(null) };
}

/** Always the first page, because cards already written off are no longer listed. */
const nextCards = async (currency: string, limit: number): Promise<string[]> =>
  (await get("/api/portal/reports/expired", { currency, limit })).cards.map(({ uuid }) => uuid);

const progressAfter = (
  progress: WriteOffProgress,
  { writtenOff, skipped }: WriteOffResult,
  cards: number,
): WriteOffProgress => ({
  ...progress,
  done: progress.done + cards,
  written: progress.written + writtenOff.length,
  cents: writtenOff.reduce((sum, { amountCents }) => sum + BigInt(amountCents), progress.cents),
  skipped: [...progress.skipped, ...skipped],
});
