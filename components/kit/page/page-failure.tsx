import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = { error: Error & { digest?: string }; onRetry: () => void };

/** Error page with a reference to the log entry and a Retry button. Imports few parts, because every page loads it. */
export function PageFailure({ error, onRetry }: Props) {
  const t = useTranslations("common");
  const id = (text: ReactNode) => <span className="font-mono">{text}</span>;
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1 rounded-md border px-6 py-12 text-center"
    >
      <h1 className="text-lg font-semibold">{t("states.somethingWrong")}</h1>
      <p className="max-w-md text-muted">{t("states.failed.text")}</p>
      <button
        type="button"
        className="mt-4 h-11 rounded-md border border-control/60 bg-surface px-4 font-medium transition-colors hover:bg-hover md:h-9"
        onClick={onRetry}
      >
        {t("actions.retry")}
      </button>
      {error.digest && (
        <p className="mt-2 text-sm text-muted">
          {t.rich("states.reference", { digest: error.digest, id })}
        </p>
      )}
    </div>
  );
}
