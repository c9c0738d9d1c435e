import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { get, post } from "@/components/kit/api/api";
import { useRefresh } from "@/components/kit/api/queries";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { proofNumber } from "@/components/kit/money/numbers";
import { Button } from "@/components/kit/ui/button";
import { Progress } from "@/components/kit/ui/progress";
import { RequestFailure } from "@/components/kit/ui/request-failure";

type WriteOffResult = ReplyOf<"/api/portal/reports/write-off", "POST">;

type Props = { cards: number; cents: bigint; currency: string; onConfirm: () => void };

export const WriteOffDialog = confirmation(
  { texts: "reports", refresh: () => [], subject: (props: Props) => props },
  "writeOff",
  {
    values: ({ cards, cents, currency }) => ({
      amount: formatMoney(cents, currency),
      count: cards,
    }),
    proof: ({ cards }) => proofNumber(cards),
    send: async (_, { onConfirm }) => onConfirm(),
  },
);

type Skipped = WriteOffResult["skipped"];

type WriteOffOutcomeProps = { progress: WriteOffProgress; currency: string; onDismiss: () => void };

export function WriteOffOutcome({ progress, currency, onDismiss }: WriteOffOutcomeProps) {
  const t = useTranslations("reports");
  const tc = useTranslations("common");
  const { done, total, written, cents, skipped, state, error } = progress;
  return (
    <section
      aria-label={t("writeOff.label")}
      className="grid gap-3 rounded-md border bg-surface p-4"
      aria-live="polite"
    >
      {state === "running" ? (
        <>
          <p>{t("writeOff.running", { done, total })}</p>
          <Progress label={t("writeOff.progress")} done={done} total={total} />
        </>
      ) : (
        <>
          <p className="font-medium">
            {written > 0
              ? t("writeOff.written", { count: written, amount: formatMoney(cents, currency) })
              : t("writeOff.none")}
          </p>
          {skipped.length > 0 && <p className="text-muted">{skippedWords(t, skipped)}</p>}
          {state === "failed" && (
            <>
              <RequestFailure error={error} />
              <p className="text-muted">{t("writeOff.failed")}</p>
            </>
          )}
          <div>
            <Button size="sm" onClick={onDismiss}>
              {tc("actions.done")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function skippedWords(t: Translate<"reports">, skipped: Skipped): string {
  const reasons = new Map<Skipped[number]["reason"], number>();
  for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const list = [...reasons].map(([reason, count]) => t(`writeOff.reasons.${reason}`, { count }));
  return t("writeOff.skipped", { count: skipped.length, reasons: list.join(", ") });
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
