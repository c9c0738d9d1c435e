"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { post } from "@/components/api";
import { number } from "@/components/numbers";
import { useMayWrite } from "@/components/session";
import { tellRefusal } from "@/components/tell-refusal";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import type { Platform } from "./types";
import { usePlatformRefresh } from "./use-platform";

/** When all cards were last compared; has it done again, and tells how far that is. */
export function Comparison({ platform }: { platform: Platform }) {
  const { name, reconciledAt, reconcilingSince, status, compared } = platform;
  const mayWrite = useMayWrite();
  const refresh = usePlatformRefresh();
  const running = reconcilingSince !== null;
  const wasRunning = useRef(running);
  useEffect(() => {
    // The list shows what was found.
    if (wasRunning.current && !running) void refresh();
    wasRunning.current = running;
  }, [running, refresh]);
  const compare = useMutation({
    mutationFn: () => post("/api/portal/platform/reconcile", {}),
    onSuccess: refresh,
    onError: tellRefusal,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid max-w-prose min-w-0 grow gap-2 text-muted">
        {running && compared && compared.total > 0 && (
          <Progress label="Comparing cards" {...compared} />
        )}
        <p aria-live="polite" className="tabular-nums">
          {running ? (
            <>
              Comparing cards with {name}
              {compared && `: ${number(compared.done)} of ${number(compared.total)}`}. It goes on
              when you leave this page.
            </>
          ) : reconciledAt ? (
            <>
              All cards were compared with {name} <Time at={reconciledAt} />. That is done every
              day.
            </>
          ) : (
            <>Cards are compared with {name} every day. The first comparison is still to come.</>
          )}
        </p>
      </div>
      {mayWrite && (
        <Button
          busy={compare.isPending || running}
          disabled={status === "failing"}
          onClick={() => compare.mutate()}
        >
          {running ? "Comparing" : "Compare now"}
        </Button>
      )}
    </div>
  );
}
