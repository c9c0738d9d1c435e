import { useRef, useState } from "react";
import { post, type ReplyOf } from "@/components/kit/api/api";
import { useRefresh } from "@/components/kit/api/queries";
import type { ListedCard } from "@/components/kit/api/types";

export type BulkResult = ReplyOf<"/api/portal/cards/bulk/activate", "POST">;

/** What the person confirmed to do with the selected cards. */
export type BulkChange =
  | { action: "activate"; amountCents: number; currency: string; note?: string | undefined }
  | { action: "disable"; balance: "keep" | "write_off" }
  | { action: "extend"; expiresOn: string }
  | { action: "freeze"; reason?: string | undefined }
  | { action: "unfreeze" };

/** A change of selected cards. `key` and the number of cards done are the Idempotency-Key of a group. */
type Run = { change: BulkChange; cards: ListedCard[]; key: string };

export type BulkProgress = Run & {
  done: number;
  changed: number;
  skipped: BulkResult["skipped"];
  state: "running" | "stopped" | "finished" | "failed";
  error: unknown;
};

/** Maximum cards in one request. */
const cardsAtOnce = 100;

/**
 * Changes the selected cards in groups of 100. After it was stopped, or after a failure, `resume` goes on with the
 * group that was next: a group whose response was lost isn't changed twice.
 */
export function useBulk() {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const isStopping = useRef(false);

  async function proceed(from: BulkProgress) {
    let current = from;
    isStopping.current = false;
    const show = (next: BulkProgress) => {
      current = next;
      setProgress(next);
    };
    show({ ...current, state: "running", error: null });
    try {
      while (current.done < current.cards.length && !isStopping.current) {
        show(after(current, await send(current)));
      }
      const isFinished = current.done >= current.cards.length;
      show({ ...current, state: isFinished ? "finished" : "stopped" });
    } catch (error) {
      show({ ...current, state: "failed", error });
    }
    await refresh(["cards"], ["card"], ["transactions"], ["batches"], ["customers"], ["overview"]);
  }

  return {
    progress,
    run: (cards: ListedCard[], change: BulkChange) => {
      const run = { cards, change, key: crypto.randomUUID() };
      return proceed({ ...run, done: 0, changed: 0, skipped: [], state: "running", error: null });
    },
    /** Ends the run after the group that is being changed. */
    stop: () => {
      isStopping.current = true;
    },
    resume: () => progress && proceed(progress),
    dismiss: () => setProgress(null),
  };
}

const groupOf = ({ cards, done }: BulkProgress) => cards.slice(done, done + cardsAtOnce);

function send(progress: BulkProgress): Promise<BulkResult> {
  const { action, ...change } = progress.change;
  const cardUuids = groupOf(progress).map(({ uuid }) => uuid);
  const key = `${progress.key}-${progress.done}`;
  return post(`/api/portal/cards/bulk/${action}`, { cardUuids, ...change }, key);
}

const after = (progress: BulkProgress, { changed, skipped }: BulkResult): BulkProgress => ({
  ...progress,
  done: progress.done + groupOf(progress).length,
  changed: progress.changed + changed.length,
  skipped: [...progress.skipped, ...skipped],
});
