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

const howTo = "Enter a whole code of 16 letters and digits, an e-mail address or a card id.";

/**
 * Finds one card by code or id, or those of an e-mail address.
 * A code is posted and never becomes part of an address; hence also no name on the field.
 */
export function CardSearch({ onEmail }: { onEmail: (email: string) => void }) {
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

  const submit = () => {
    const term = readTerm(typed);
    setProblem(term.kind === "unknown" && typed.trim() !== "" ? howTo : null);
    if (term.kind === "code") lookup.mutate(term.code);
    if (term.kind === "id") router.push(`/cards/${term.uuid}`);
    if (term.kind === "email") {
      setTyped("");
      onEmail(term.email);
    }
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
          aria-label="Search cards by code, e-mail address or card id"
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={problem ? true : undefined}
          aria-busy={lookup.isPending || undefined}
          placeholder="Code, e-mail or card id"
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
      {problem && (
        <p id={noteId} role="alert" className="mt-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
    </search>
  );
}

function explain(error: unknown): string {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return "No card of this store has that code. Check it against the card.";
  }
  return error instanceof ApiError ? error.message : "The search didn't work. Try again.";
}
