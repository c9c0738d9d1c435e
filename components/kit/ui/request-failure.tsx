import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "@/components/kit/api/api";
import { useRefusalTexts } from "@/components/kit/api/refusal-texts";
import { refusalInWords } from "@/components/kit/api/refusal-words";

/** The error of a form's request, shown in the form; renders nothing if there is none. */
export function RequestFailure({ error }: { error: unknown }) {
  const t = useTranslations("common");
  const texts = useRefusalTexts();
  const id = (text: ReactNode) => <span className="font-mono">{text}</span>;
  if (!(error instanceof ApiError)) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-tint px-3 py-2.5 text-sm text-danger"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p>{refusalInWords(t, error, texts)}</p>
        {error.requestId && (
          <p className="mt-0.5 break-all">
            {t.rich("states.request", { requestId: error.requestId, id })}
          </p>
        )}
      </div>
    </div>
  );
}
