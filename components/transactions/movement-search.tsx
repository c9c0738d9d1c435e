"use client";

import { useMutation } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { ApiError, post } from "@/components/api";
import type { Understood } from "@/components/types";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";

const notFound = "No card of this store has that code, and no transaction that reference.";

/**
 * Finds a transaction by its id, a card's movements by its code or id, or what has a reference.
 * What was typed is posted, since it may be a code; hence also no name on the field.
 */
export function MovementSearch({ onFound }: { onFound: (found: Understood) => void }) {
  const noteId = useId();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (term: string) => post<Understood>("/api/portal/transactions/understand", { term }),
    onSuccess: (found) => {
      if (found.kind === "unknown") return setProblem(notFound);
      setTyped("");
      onFound(found);
    },
    onError: (error) =>
      setProblem(error instanceof ApiError ? error.message : "The search didn't work. Try again."),
  });

  return (
    <search className="w-full md:max-w-md">
      <form
        method="post"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "" && !search.isPending) search.mutate(typed.trim());
        }}
      >
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Input
          data-search
          aria-label="Search transactions by reference, transaction id, or a card's code or id"
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={problem ? true : undefined}
          aria-busy={search.isPending || undefined}
          placeholder="Reference, transaction id or card"
          className="px-9"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
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
