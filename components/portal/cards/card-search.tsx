import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ApiError, post } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { useSession } from "@/components/kit/api/session";
import type { Translate } from "@/components/kit/locale/translate";
import { SearchField } from "@/components/kit/ui/search-field";
import { cleanScan } from "@/lib/base/scan";
import { asForeignCode, readTerm } from "./search-terms";

type Props = { onFilter: (found: { ownerEmail: string } | { last4: string }) => void };

/** Finds a card, or filters the list. Codes are sent by POST and never become part of a URL. */
export function CardSearch({ onFilter }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const router = useRouter();
  const { merchant } = useSession();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const lookup = useMutation({
    mutationFn: (code: string) => post("/api/v1/cards/lookup", { code }),
    onSuccess: (card) => router.push(`/cards/${card.uuid}`),
    onError: (error) => setProblem(explain(t, tc, error)),
  });

  useEffect(() => {
    if (window.location.hash === "#search") input.current?.focus();
  }, []);

  const scanned = cleanScan(typed, merchant.scanPrefix);
  const asTyped = readTerm(typed);
  const term = asTyped.kind === "unknown" ? readTerm(scanned) : asTyped;
  const submit = () => {
    const code =
      term.kind === "code" ? term.code : term.kind === "unknown" && asForeignCode(scanned);
    setProblem(
      term.kind === "unknown" && typed.trim() !== "" && !code ? t("search.unknown") : null,
    );
    if (code) lookup.mutate(code);
    if (term.kind === "id") router.push(`/cards/${term.uuid}`);
    if (term.kind === "email") onFilter({ ownerEmail: term.email });
    if (term.kind === "last4") onFilter({ last4: term.last4 });
    if (term.kind === "email" || term.kind === "last4") setTyped("");
  };

  return (
    <SearchField
      ref={input}
      label={t("search.label")}
      placeholder={t("search.placeholder")}
      maxLength={320}
      value={typed}
      onType={(next) => {
        setTyped(next);
        setProblem(null);
      }}
      onSearch={submit}
      busy={lookup.isPending}
      hint={term.kind === "unknown" ? "" : t(`search.hint.${term.kind}`)}
      problem={problem}
    />
  );
}

function explain(t: Translate<"cards">, tc: Translate<"common">, error: unknown): string {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return t("search.notFound");
  }
  return refusalInWords(tc, error);
}
