"use client";

import { useMutation } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { ApiError, post } from "@/components/api";
import type { Card } from "@/components/types";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { readTerm } from "./search-terms";

const howTo =
  "Enter a whole code of 16 letters and digits, its last four, an e-mail address or a card id.";

type Term = ReturnType<typeof readTerm>;

/** What Enter will do with what was typed. */
const understood: Record<Term["kind"], string> = {
  code: "A code: Enter opens its card.",
  id: "A card id: Enter opens the card.",
  email: "An e-mail address: Enter lists the cards of its owner.",
  last4: "The last four of a code: Enter lists the cards that end in them.",
  unknown: "",
};

type Props = { onFilter: (found: { ownerEmail: string } | { last4: string }) => void };

/**
 * Finds one card by code or id, or those of an e-mail address or with one ending.
 * A code is posted and never becomes part of an address; hence also no name on the field.
 */
export function CardSearch({ onFilter }: Props) {
  const router = useRouter();
  const noteId = useId();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const lookup = useMutation({
    mutationFn: (code: string) => post<Card>("/api/v1/cards/lookup", { code }),
    onSuccess: (card) => router.push(`/cards/${card.uuid}`),
    onError: (error) => setProblem(explain(error)),
  });

  useEffect(() => {
    if (window.location.hash === "#search") input.current?.focus();
  }, []);

  const term = readTerm(typed);
  const submit = () => {
    setProblem(term.kind === "unknown" && typed.trim() !== "" ? howTo : null);
    if (term.kind === "code") lookup.mutate(term.code);
    if (term.kind === "id") router.push(`/cards/${term.uuid}`);
    if (term.kind === "email") onFilter({ ownerEmail: term.email });
    if (term.kind === "last4") onFilter({ last4: term.last4 });
    if (term.kind === "email" || term.kind === "last4") setTyped("");
  };

  return (
    <search className="w-full md:max-w-md">
      <form
        method="post"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Input
          ref={input}
          data-search
          aria-label="Search cards by code, last four, e-mail address or card id"
          aria-describedby={noteId}
          aria-invalid={problem ? true : undefined}
          aria-busy={lookup.isPending || undefined}
          placeholder="Code, last four, e-mail or card id"
          className="px-9"
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
        <span className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:block">
          <Kbd>/</Kbd>
        </span>
      </form>
      <p
        id={noteId}
        role={problem ? "alert" : "status"}
        className={problem ? "mt-1.5 text-sm text-danger" : "text-sm text-muted not-empty:mt-1.5"}
      >
        {problem ?? understood[term.kind]}
      </p>
    </search>
  );
}

function explain(error: unknown): string {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return "No card of this store has that code. Check it against the card.";
  }
  return error instanceof ApiError ? error.message : "The search didn't work. Try again.";
}
