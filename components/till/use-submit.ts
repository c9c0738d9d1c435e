import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiError } from "@/components/kit/api/api";
import { errorInWords } from "./words";

/** Runs one request at a time. `error` says in words why the last one failed. */
export function useSubmit() {
  const [t, tCommon] = [useTranslations("till"), useTranslations("common")];
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(
    request: () => Promise<unknown>,
    wordsOf?: (error: ApiError) => string | null,
  ) {
    // The second tap of a double tap can come before the button is disabled.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      await request();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(wordsOf?.(failure) ?? errorInWords(t, tCommon, failure));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }
  return { busy, error, submit };
}
