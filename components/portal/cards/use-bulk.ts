import { useState } from "react";
import { post, type ReplyOf } from "@/components/kit/api/api";
import { useRefresh } from "@/components/kit/api/queries";
import type { ListedCard } from "@/components/kit/api/types";

export type BulkResult = ReplyOf<"/api/portal/cards/bulk/activate", "POST">;
type Skipped = BulkResult["skipped"];

/** What the person confirmed to do with the selected cards. */
export type BulkChange =
  | { action: "activate"; amountCents: number; currency: string; note?: string | undefined }
  | { action: "disable"; balance: "keep" | "write_off" };

export type BulkProgress = {
  action: BulkChange["action"];
  done: number;
  total: number;
  changed: number;
  skipped: Skipped;
  state: "running" | "finished" | "failed";
  error: unknown;
};

/** Maximum cards in one request. */
const cardsAtOnce = 100;

/**
 * Changes the selected cards in groups of 100. An interrupted run can be repeated, because cards that are
 * already changed are skipped.
 */
export function useBulk() {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<BulkProgress | null>(null);

  async function run(cards: ListedCard[], change: BulkChange) {
    const { action } = change;
    const none = { done: 0, changed: 0, skipped: [], error: null };
    let current: BulkProgress = { ...none, action, total: cards.length, state: "running" };
    setProgress(current);
    try {
      while (current.done < cards.length) {
        const group = cards.slice(current.done, current.done + cardsAtOnce);
        current = after(current, await send(group, change), group.length);
        setProgress(current);
      }
      current = { ...current, state: "finished" };
    } catch (error) {
      current = { ...current, state: "failed", error };
    }
    setProgress(current);
    await refresh(["cards"], ["card"], ["transactions"], ["batches"], ["customers"], ["overview"]);
  }
  return { progress, run, dismiss: () => setProgress(null) };
}

function send(cards: ListedCard[], change: BulkChange): Promise<BulkResult> {
  const cardUuids = cards.map(({ uuid }) => uuid);
  const key = crypto.randomUUID();
  if (change.action === "activate") {
    const { action: _, ...given } = change;
    return post("/api/portal/cards/bulk/activate", { cardUuids, ...given }, key);
  }
  return post("/api/portal/cards/bulk/disable", { cardUuids, balance: change.balance }, key);
}

const after = (
  progress: BulkProgress,
  { changed, skipped }: BulkResult,
  cards: number,
): BulkProgress => ({
  ...progress,
  done: progress.done + cards,
  changed: progress.changed + changed.length,
  skipped: [...progress.skipped, ...skipped],
});
