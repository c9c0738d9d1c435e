import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/kit/ui/states";

type Props = { error: Error & { digest?: string }; onRetry: () => void };

/** Error page with a reference to the log entry and a Retry button. */
export function PageFailure({ error, onRetry }: Props) {
  const t = useTranslations("common");
  const id = (text: ReactNode) => <span className="font-mono">{text}</span>;
  return (
    <>
      <h1 className="sr-only">{t("states.somethingWrong")}</h1>
      <ErrorState query={{ error, refetch: onRetry }}>
        {error.digest && (
          <p className="self-center text-sm text-muted">
            {t.rich("states.reference", { digest: error.digest, id })}
          </p>
        )}
      </ErrorState>
    </>
  );
}
