import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Progress } from "@/components/kit/ui/progress";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import type { BulkProgress } from "./use-bulk";

type Props = {
  progress: BulkProgress;
  onStop: () => void;
  onResume: () => void;
  onDismiss: () => void;
};

/** The progress of a bulk change, then what was changed and what was skipped and why. */
export function BulkOutcome({ progress, onStop, onResume, onDismiss }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const { change, cards, done, changed, skipped, state, error } = progress;
  const total = cards.length;
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
          <StopButton onStop={onStop} />
        </>
      ) : (
        <>
          <p className="font-medium">{t(`bulk.done.${change.action}`, { count: changed })}</p>
          {skipped.length > 0 && <p className="text-muted">{skippedWords(t, progress)}</p>}
          {state === "failed" && <RequestFailure error={error} />}
          {done < total && <p className="text-muted">{t("bulk.left", { count: total - done })}</p>}
          <div className="flex gap-2">
            {done < total && (
              <Button size="sm" variant="primary" onClick={onResume}>
                {t("bulk.resume")}
              </Button>
            )}
            <Button size="sm" onClick={onDismiss}>
              {tc("actions.done")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Busy until the group that is being changed is done. */
function StopButton({ onStop }: Pick<Props, "onStop">) {
  const t = useTranslations("cards");
  const [isStopping, setIsStopping] = useState(false);
  return (
    <div>
      <Button
        size="sm"
        busy={isStopping}
        onClick={() => {
          setIsStopping(true);
          onStop();
        }}
      >
        {t("bulk.stop")}
      </Button>
    </div>
  );
}

type Reason = BulkProgress["skipped"][number]["reason"];

function skippedWords(t: Translate<"cards">, { change, skipped }: BulkProgress): string {
  const { action } = change;
  const counts = new Map<Reason, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const list = [...counts].map(([reason, count]) => t(`bulk.reasons.${reason}`, { count, action }));
  return t("bulk.skipped", { count: skipped.length, reasons: list.join(", ") });
}
