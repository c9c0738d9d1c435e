"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, get, post } from "@/components/api";
import { readTerm } from "@/components/cards/search-terms";
import type { Card, CardPage } from "@/components/types";

const pauseMs = 200;
const shown = 5;

type Found = { cards: Card[] };
type Term = ReturnType<typeof readTerm>;

const nothing: Found = { cards: [] };

/** What the store has under what was typed, asked for once the typing pauses. */
export function useFound(typed: string) {
  const text = usePaused(typed.trim());
  const term = readTerm(text);
  const searches = term.kind !== "unknown";
  const found = useQuery({
    queryKey: ["palette", term],
    queryFn: ({ signal }) => find(term, signal),
    enabled: searches,
    // A code typed here is not kept.
    gcTime: 0,
  });
  const settled = text === typed.trim();
  return {
    term,
    searches: searches && settled,
    waiting: (readTerm(typed).kind !== "unknown" && !settled) || (searches && found.isFetching),
    error: settled ? found.error : null,
    retry: found.refetch,
    found: (settled && found.data) || nothing,
  };
}

/** A value once it has stood still for a moment. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

function find(term: Term, signal: AbortSignal): Promise<Found> {
  switch (term.kind) {
    case "code":
      return oneCard(post<Card>("/api/v1/cards/lookup", { code: term.code }, undefined, signal));
    case "id":
      return oneCard(get<Card>(`/api/v1/cards/${term.uuid}`, {}, signal));
    case "email":
      return get<CardPage>("/api/v1/cards", { ownerEmail: term.email, limit: shown }, signal);
    default:
      return Promise.resolve(nothing);
  }
}

/** The card, or none when there is none. */
async function oneCard(asked: Promise<Card>): Promise<Found> {
  try {
    return { cards: [await asked] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing;
    throw error;
  }
}
