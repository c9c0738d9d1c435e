import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/components/api";
import { errorInWords } from "./words";

/** Runs one request at a time. `error` says in words why the last one failed. */
export function useSubmit() {
  const [t, tCommon] = [useTranslations("till"), useTranslations("common")];
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(
    request: () => Promise<unknown>,
    wordsOf?: (error: ApiError) => string | null,
  ) {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await request();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(wordsOf?.(failure) ?? errorInWords(t, tCommon, failure));
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, submit };
}
