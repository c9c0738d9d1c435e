"use client";

import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import {
  type ApiError,
  type BodyOf,
  get,
  type PathOf,
  post,
  type QueryOf,
  type ReplyOf,
  type Url,
} from "./api";
import { useIdempotencyKey } from "./forms";

/** The options of `useQuery` that read a path. */
export const read = <P extends PathOf<"GET">>(
  queryKey: QueryKey,
  path: P | Url<P>,
  query?: QueryOf<P>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => get(path, query, signal) });

/** The options of `useInfiniteQuery` that read a list page by page. */
export const readPages = <P extends PathOf<"GET">>(
  queryKey: QueryKey,
  path: P | Url<P>,
  query?: QueryOf<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      get(path, { ...query, cursor: pageParam } as unknown as QueryOf<P>, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { nextCursor: string | null }).nextCursor,
  });

/** Reads again what is known under these keys; resolves once the page shows it. */
export function useRefresh() {
  const queries = useQueryClient();
  return useCallback(
    (...keys: QueryKey[]) =>
      Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );
}

export type Action<Input, Reply> = {
  /** The key stays the same while nobody knows whether the same input was carried out. */
  send: (input: Input, idempotencyKey: string) => Promise<Reply>;
  /** Query keys to read again, after `done`. */
  refresh?: readonly QueryKey[];
  done?: (reply: Reply, input: Input) => unknown;
  failed?: (error: Error) => unknown;
};

/** Something a person does: it is sent, then `done`, and what it changed is read again. */
export function useAction<Input = void, Reply = unknown>(action: Action<Input, Reply>) {
  const idempotency = useIdempotencyKey();
  const refresh = useRefresh();
  return useMutation<Reply, ApiError, Input>({
    mutationFn: (input) => action.send(input, idempotency.keyFor(input)),
    onSuccess: async (reply, input) => {
      idempotency.settle();
      // First: what is shown once, like a key's secret, waits for no list.
      await action.done?.(reply, input);
      await refresh(...(action.refresh ?? []));
    },
    onError: (error) => {
      idempotency.settle(error);
      return action.failed?.(error);
    },
  });
}

/** Posts to `path` under an Idempotency-Key that outlives a retry of the same input. */
export const usePost = <P extends PathOf<"POST">>(
  path: P | Url<P>,
  after: Omit<Action<BodyOf<P>, ReplyOf<P, "POST">>, "send"> = {},
) =>
  useAction<BodyOf<P>, ReplyOf<P, "POST">>({
    send: (body, key) => post(path, body, key),
    ...after,
  });
