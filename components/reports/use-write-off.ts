"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, get, post } from "@/components/api";
import type { WriteOffResult } from "./types";

/** As many as one request writes off in one commit. */
const cardsAtOnce = 100;

/** What was confirmed: these cards, or the number of all that had expired then. */
export type WriteOffTarget = { uuids: string[] | null; cards: number };

export type WriteOffProgress = {
  done: number;
  total: number;
  /** In minor units. */
  cents: bigint;
  written: number;
  skipped: WriteOffResult["skipped"];
  state: "running" | "finished" | "failed";
  error: ApiError | null;
};

const none = {
  done: 0,
  cents: 0n,
  written: 0,
  skipped: [],
  state: "running",
  error: null,
} as const;

/**
 * Writes off in steps of a hundred cards, never more than was confirmed. What was cut short can be
 * begun again: a card that is empty already is skipped.
 */
export function useWriteOff(currency: string) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<WriteOffProgress | null>(null);

  async function run({ uuids, cards }: WriteOffTarget) {
    let current: WriteOffProgress = { ...none, skipped: [], total: cards };
    setProgress(current);
    try {
      while (current.done < cards) {
        const left = Math.min(cardsAtOnce, cards - current.done);
        const chosen = uuids?.slice(current.done, current.done + left);
        const step = chosen ?? (await nextCards(currency, left));
        if (step.length === 0) break;
        const body = { cardUuids: step };
        const result = await post("/api/portal/reports/write-off", body, crypto.randomUUID());
        current = added(current, result, step.length);
        setProgress(current);
      }
      current = { ...current, state: "finished" };
    } catch (error) {
      current = { ...current, state: "failed", error: asApiError(error) };
    }
    setProgress(current);
    await Promise.all(
      ["reports", "overview", "transactions", "cards"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  }
  return { progress, run, dismiss: () => setProgress(null) };
}

/** What was written off is no longer listed, so that the first page is always the next. */
const nextCards = async (currency: string, limit: number): Promise<string[]> =>
  (await get("/api/portal/reports/expired", { currency, limit })).cards.map(({ uuid }) => uuid);

const added = (
  progress: WriteOffProgress,
  { writtenOff, skipped }: WriteOffResult,
  cards: number,
): WriteOffProgress => ({
  ...progress,
  done: progress.done + cards,
  written: progress.written + writtenOff.length,
  cents: writtenOff.reduce((sum, { amountCents }) => sum + BigInt(amountCents), progress.cents),
  skipped: [...progress.skipped, ...skipped],
});

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({
        status: 0,
        code: "unreachable",
        message: "Something went wrong on this page.",
      });
