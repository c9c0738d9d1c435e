import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { ApiError, lossOf } from "@/components/kit/api/api";
import { useRefusalTexts } from "@/components/kit/api/refusal-texts";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import type { ToastLink } from "./toaster";

/**
 * Shows a confirmation of the user's own action, with an optional link to the result. The toaster
 * loads after the page, well before the first action.
 */
export function toast(message: string, way?: ToastLink): void {
  void import("./toaster").then(
    ({ showToast }) => showToast(message, way),
    () => {},
  );
}

/** Shows a failed request's error. A lost session or store is left out because it has its own dialog. */
export function useToastError(): (error: unknown) => void {
  const t = useTranslations("common");
  const texts = useRefusalTexts();
  return useCallback(
    (error) => {
      if (error instanceof ApiError && !lossOf(error)) toast(refusalInWords(t, error, texts));
    },
    [t, texts],
  );
}
