"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, post } from "@/components/api";
import type { Understood } from "@/components/transactions/words";
import { SearchField } from "@/components/ui/search-field";

const notFound = "No card of this store has that code, and no transaction that reference.";

/**
 * Finds a transaction by id, or transactions by card code, card id or reference. Posts the text
 * because it may be a card code.
 */
export function MovementSearch({ onFound }: { onFound: (found: Understood) => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (term: string) => post("/api/portal/transactions/understand", { term }),
    onSuccess: (found) => {
      if (found.kind === "unknown") return setProblem(notFound);
      setTyped("");
      onFound(found);
    },
    onError: (error) =>
      setProblem(error instanceof ApiError ? error.message : "The search didn't work. Try again."),
  });

  return (
    <SearchField
      label="Search transactions by reference, transaction id, or a card's code or id"
      placeholder="Reference, transaction id or card"
      maxLength={255}
      value={typed}
      onType={(next) => {
        setTyped(next);
        setProblem(null);
      }}
      onSearch={() => {
        if (typed.trim() !== "" && !search.isPending) search.mutate(typed.trim());
      }}
      busy={search.isPending}
      problem={problem}
    />
  );
}
