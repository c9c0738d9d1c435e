"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, get, post, url } from "@/components/api";
import type { Card } from "@/components/types";
import { readWanted, type Wanted } from "./palette-terms";

const pauseMs = 200;
const shown = 5;

type FoundCard = Pick<Card, "uuid" | "balanceCents" | "currency" | "status" | "expiresOn"> & {
  last4: string;
};
type FoundCustomer = { id: string; email: string; cards: number };
type Found = { cards: FoundCard[]; customers: FoundCustomer[] };

const nothing: Found = { cards: [], customers: [] };

/** Search results for the typed text, debounced. */
export function useFound(typed: string) {
  const now = readWanted(typed);
  const wanted = readWanted(usePaused(typed));
  const settled = JSON.stringify(now) === JSON.stringify(wanted);
  const found = useQuery({
    queryKey: ["palette", wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    enabled: wanted.kind !== "nothing",
    // Don't cache: the query key may contain a card code.
    gcTime: 0,
  });
  return {
    kind: settled ? wanted.kind : "nothing",
    waiting: now.kind !== "nothing" && (!settled || found.isFetching),
    error: settled ? found.error : null,
    retry: found.refetch,
    found: (settled && found.data) || nothing,
  };
}

/** Debounces a value. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

async function find(wanted: Wanted, signal: AbortSignal): Promise<Found> {
  switch (wanted.kind) {
    case "code":
      return oneCard(post("/api/v1/cards/lookup", { code: wanted.code }, undefined, signal));
    case "id":
      return oneCard(get(url("/api/v1/cards/{uuid}", { uuid: wanted.uuid }), {}, signal));
    case "words": {
      const [cards, customers] = await Promise.all([
        wanted.last4 ? cardsEndingIn(wanted.last4, signal) : [],
        wanted.beginning ? customersUnder(wanted.beginning, signal) : [],
      ]);
      return { cards, customers };
    }
    default:
      return nothing;
  }
}

const cardsEndingIn = async (last4: string, signal: AbortSignal): Promise<FoundCard[]> =>
  (await get("/api/portal/cards", { last4, limit: shown }, signal)).cards;

const customersUnder = async (q: string, signal: AbortSignal): Promise<FoundCustomer[]> =>
  (await get("/api/portal/customers", { q, limit: shown }, signal)).customers;

/** The found card as a result; a 404 is an empty result. */
async function oneCard(asked: Promise<Card>): Promise<Found> {
  try {
    const card = await asked;
    return { ...nothing, cards: [{ ...card, last4: card.code.slice(-4) }] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing;
    throw error;
  }
}
