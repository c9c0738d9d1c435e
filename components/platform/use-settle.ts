"use client";

import { useMutation } from "@tanstack/react-query";
import { post } from "@/components/api";
import { useCardRefresh } from "@/components/cards/refresh";
import { useIdempotencyKey } from "@/components/forms";
import type { Difference, Truth } from "./types";
import { usePlatformRefresh } from "./use-platform";

/** Settles a difference by one side, once for however many tries. */
export function useSettle({ cardUuid }: Difference, onDone: () => void) {
  const idempotency = useIdempotencyKey();
  const refreshPlatform = usePlatformRefresh();
  const refreshCard = useCardRefresh(cardUuid);
  return useMutation({
    mutationFn: (truth: Truth) => {
      const body = { cardUuid, truth };
      return post("/api/portal/platform/settle", body, idempotency.keyFor(body));
    },
    onSuccess: async () => {
      idempotency.settle();
      await Promise.all([refreshPlatform(), refreshCard()]);
      onDone();
    },
    onError: (error) => idempotency.settle(error),
  });
}
