"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, get, post } from "@/components/api";
import type { WriteOffResult } from "./types";

/** Maximum cards in one write-off request, which is one commit. */
const cardsAtOnce = 100;

/** A confirmed write-off: the selected cards (null for all expired ones) and their number. */
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
 * Writes off in batches of 100 cards, never more than confirmed. An interrupted run can be repeated
 * because cards that are already empty are skipped.
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

/** Always the first page, because cards already written off are no longer listed. */
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
