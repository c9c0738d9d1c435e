import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ApiError, post } from "@/components/api";
import { refusalInWords } from "@/components/refusal-words";
import type { Translate } from "@/components/translate";
import { SearchField } from "@/components/ui/search-field";
import { asForeignCode, readTerm } from "./search-terms";

const howTo = "Enter a whole code, its last four letters, an e-mail address or a card id.";

type Term = ReturnType<typeof readTerm>;

const termHints: Record<Term["kind"], string> = {
  code: "A code: Enter opens its card.",
  id: "A card id: Enter opens the card.",
  email: "An e-mail address: Enter lists the cards of its owner.",
  last4: "The last four of a code: Enter lists the cards that end in them.",
  unknown: "",
};

type Props = { onFilter: (found: { ownerEmail: string } | { last4: string }) => void };

/** Finds a card, or filters the list. Codes are sent by POST and never become part of a URL. */
export function CardSearch({ onFilter }: Props) {
  const router = useRouter();
  const tc = useTranslations("common");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const lookup = useMutation({
    mutationFn: (code: string) => post("/api/v1/cards/lookup", { code }),
    onSuccess: (card) => router.push(`/cards/${card.uuid}`),
    onError: (error) => setProblem(explain(tc, error)),
  });

  useEffect(() => {
    if (window.location.hash === "#search") input.current?.focus();
  }, []);

  const term = readTerm(typed);
  const submit = () => {
    const code = term.kind === "code" ? term.code : term.kind === "unknown" && asForeignCode(typed);
    setProblem(term.kind === "unknown" && typed.trim() !== "" && !code ? howTo : null);
    if (code) lookup.mutate(code);
    if (term.kind === "id") router.push(`/cards/${term.uuid}`);
    if (term.kind === "email") onFilter({ ownerEmail: term.email });
    if (term.kind === "last4") onFilter({ last4: term.last4 });
    if (term.kind === "email" || term.kind === "last4") setTyped("");
  };

  return (
    <SearchField
      ref={input}
      label="Search cards by code, last four, e-mail address or card id"
      placeholder="Code, last four, e-mail or card id"
      maxLength={320}
      value={typed}
      onType={(next) => {
        setTyped(next);
        setProblem(null);
      }}
      onSearch={submit}
      busy={lookup.isPending}
      hint={termHints[term.kind]}
      problem={problem}
    />
  );
}

function explain(tc: Translate<"common">, error: unknown): string {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return "No card of this store has that code. Check it against the card.";
  }
  return refusalInWords(tc, error);
}
