"use client";

import { useEffect, useRef } from "react";
import { countOf, number } from "@/components/numbers";
import type { BatchWithCards } from "@/components/types";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { useBatchRefresh } from "./use-batch";
import { workWords } from "./words";

/** Work on the batch while it lasts, and once it has ended what it left as it was. */
export function Work({ batch }: { batch: BatchWithCards }) {
  const { kind, status, total, done, skipped } = batch.lastRun;
  const running = status === "running";
  const refresh = useBatchRefresh();
  const wasRunning = useRef(running);
  useEffect(() => {
    // The lists of cards and batches show what was done.
    if (wasRunning.current && !running) void refresh();
    wasRunning.current = running;
  }, [running, refresh]);

  const words = workWords[kind];
  if (running) {
    return (
      <section aria-label="Work under way" className="grid max-w-2xl gap-2">
        <Progress label={`${words.doing} cards`} done={done + skipped} total={total} />
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {words.doing} cards: {number(done + skipped)} of {number(total)}. It goes on when you
          leave this page.
        </p>
      </section>
    );
  }
  if (skipped === 0) return null;
  return (
    <div className="max-w-2xl">
      <Notice tone="info">
        {countOf(done, "card")} {words.done}. {number(skipped)} {words.skipped} and stayed as they
        were.
      </Notice>
    </div>
  );
}
