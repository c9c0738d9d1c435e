import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Progress } from "@/components/kit/ui/progress";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import type { BulkProgress } from "./use-bulk";

type Props = { progress: BulkProgress; onDismiss: () => void };

/** The progress of a bulk change, then what was changed and what was skipped and why. */
export function BulkOutcome({ progress, onDismiss }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const { action, done, total, changed, skipped, state, error } = progress;
  return (
    <section
      aria-label={t("bulk.result")}
      className="grid gap-3 rounded-md border bg-surface p-4"
      aria-live="polite"
    >
      {state === "running" ? (
        <>
          <p>{t("bulk.running", { done, total })}</p>
          <Progress label={t("bulk.progress")} done={done} total={total} />
        </>
      ) : (
        <>
          <p className="font-medium">{t(`bulk.done.${action}`, { count: changed })}</p>
          {skipped.length > 0 && <p className="text-muted">{skippedWords(t, progress)}</p>}
          {state === "failed" && (
            <>
              <RequestFailure error={error} />
              <p className="text-muted">{t("bulk.failed")}</p>
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

type Reason = BulkProgress["skipped"][number]["reason"];

function skippedWords(t: Translate<"cards">, { action, skipped }: BulkProgress): string {
  const counts = new Map<Reason, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const list = [...counts].map(([reason, count]) =>
    reason === "card_not_active"
      ? t(`bulk.notActive.${action}`, { count })
      : t(`bulk.reasons.${reason}`, { count }),
  );
  return t("bulk.skipped", { count: skipped.length, reasons: list.join(", ") });
}
