"use client";

import { useMutation } from "@tanstack/react-query";
import { post } from "./api";
import { useIdempotencyKey } from "./forms";

/** Posts to `path` under an Idempotency-Key that outlives a retry of the same input. */
export function usePost<Body, Reply>(path: string) {
  const idempotency = useIdempotencyKey();
  return useMutation<Reply, Error, Body>({
    mutationFn: (body) => post<Reply>(path, body, idempotency.keyFor(body)),
    onSuccess: () => idempotency.settle(),
    onError: (error) => idempotency.settle(error),
  });
}
