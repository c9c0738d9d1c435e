import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { toast } from "@/components/kit/page/toast";
import type { ToastLink } from "@/components/kit/page/toaster";
import {
  type ApiError,
  type BodyOf,
  isRefusedByState,
  isUncertain,
  type PathOf,
  post,
  type ReplyOf,
  type Url,
} from "./api";

/** Invalidates queries by key. Resolves after the active ones have refetched. */
export function useRefresh() {
  const queries = useQueryClient();
  return useCallback(
    (...keys: QueryKey[]) =>
      Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );
}

/**
 * One Idempotency-Key per intent. The same input keeps its key until the outcome is known.
 * Different input, or a known outcome, gets a new key.
 */
function useIdempotencyKey() {
  const kept = useRef<{ intent: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const intent = JSON.stringify(body) ?? "";
      if (kept.current?.intent !== intent) kept.current = { intent, key: crypto.randomUUID() };
      return kept.current.key;
    },
    settle(error: unknown = null) {
      if (error === null || !isUncertain(error)) kept.current = null;
    },
  };
}

export type Action<Input, Reply> = {
  /** The key is reused for the same input until its outcome is known. */
  send: (input: Input, idempotencyKey: string) => Promise<Reply>;
  /** The keys of what the page shows and the action can change. Refetched after `done`, and after a refusal. */
  refresh: readonly QueryKey[];
  done?: (reply: Reply, input: Input) => unknown;
  failed?: (error: Error) => unknown;
};

/**
 * A user action: sends the request, calls `done`, then refetches `refresh`. Refetches it too if the request is refused
 * by what is stored.
 */
export function useAction<Input = void, Reply = unknown>(action: Action<Input, Reply>) {
  const idempotency = useIdempotencyKey();
  const refresh = useRefresh();
  return useMutation<Reply, ApiError, Input>({
    mutationFn: (input) => action.send(input, idempotency.keyFor(input)),
    onSuccess: async (reply, input) => {
      idempotency.settle();
      // Before the refetch, so that a secret that is shown once doesn't wait for a list.
      await action.done?.(reply, input);
      await refresh(...action.refresh);
    },
    onError: (error) => {
      idempotency.settle(error);
      // Somebody else changed what the page shows. Not awaited: the refusal is shown at once.
      if (isRefusedByState(error)) void refresh(...action.refresh);
      return action.failed?.(error);
    },
  });
}

export type DialogAction<Input, Reply> = Action<Input, Reply> & {
  /** The confirmation shown when it is done, after which the dialog closes. */
  toast?: (reply: Reply, input: Input) => string | (ToastLink & { message: string });
  onClose: () => void;
};

/** A dialog's action. */
export const useDialogAction = <Input, Reply>(action: DialogAction<Input, Reply>) =>
  useAction<Input, Reply>({
    ...action,
    done: async (reply, input) => {
      await action.done?.(reply, input);
      if (!action.toast) return;
      const said = action.toast(reply, input);
      if (typeof said === "string") toast(said);
      else toast(said.message, said);
      action.onClose();
    },
  });

/** Posts to `path` with an Idempotency-Key that stays the same when the same input is retried. */
export const usePost = <P extends PathOf<"POST">>(
  path: P | Url<P>,
  after: Omit<Action<BodyOf<P>, ReplyOf<P, "POST">>, "send">,
) =>
  useAction<BodyOf<P>, ReplyOf<P, "POST">>({
    send: (body, key) => post(path, body, key),
    ...after,
  });
