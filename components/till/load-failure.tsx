import { useTranslations } from "next-intl";
import type { ApiError } from "@/components/kit/api/api";
import { TillButton } from "./button";
import { errorInWords } from "./words";

/** Why a screen has nothing to show, with another try. */
export function LoadFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const [t, tCommon] = [useTranslations("till"), useTranslations("common")];
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-lg">
      <p className="text-danger">{errorInWords(t, tCommon, error)}</p>
      <TillButton onClick={onRetry}>{tCommon("actions.retry")}</TillButton>
    </div>
  );
}

const rows = [1, 2, 3, 4];

/** A placeholder for a list while it loads, hidden for the first moment. */
export function ListSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("states.loading")} className="grid gap-3">
      {rows.map((row) => (
        <span key={row} className="block h-16 animate-wait rounded-md bg-hover" />
      ))}
    </div>
  );
}
