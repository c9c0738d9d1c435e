"use client";

import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useOffline } from "next/offline";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ApiError, lossOf } from "./api";
import { staleTimeOf } from "./first-data";
import { SessionEnded, StoreChanged } from "./lost-session";

// Loads after the page, because toasts only follow a user action.
const Toaster = dynamic(async () => (await import("@/components/kit/page/toaster")).Toaster, {
  ssr: false,
});

const Tooltip = dynamic(async () => (await import("@/components/kit/ui/tooltip")).Tooltip, {
  ssr: false,
});

const readRetries = 1;
const retryDelayMs = 500;

/** Retries only failures that may be temporary, never a refusal. */
const worthAnotherTry = (failures: number, error: unknown) =>
  failures < readRetries &&
  error instanceof ApiError &&
  (error.status >= 500 || error.status === 0) &&
  navigator.onLine;

type Loss = ReturnType<typeof lossOf>;

function makeClient(onLoss: (lost: Loss) => void) {
  const onError = (error: unknown) => {
    const lost = lossOf(error);
    if (lost) onLoss(lost);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": otherwise a payment paused while offline could be sent minutes later, unnoticed.
      queries: {
        networkMode: "always",
        staleTime: staleTimeOf,
        retry: worthAnotherTry,
        retryDelay: retryDelayMs,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

const hasFailed = ({ state }: Query) => state.status === "error";

/** Reads again what couldn't be read, once the server can be reached. */
function useRetryOnReturn(client: QueryClient): void {
  const unreachable = useOffline();
  useEffect(() => {
    if (!unreachable) return;
    return () => void client.refetchQueries({ type: "active", predicate: hasFailed });
  }, [unreachable, client]);
}

type Props = {
  children: ReactNode;
  /** Where to sign in again after the session has ended. */
  signInPath?: string;
};

/** Providers for every page: data fetching, toasts, and the dialogs for a lost session or store. */
export function Providers({ children, signInPath = "/sign-in" }: Props) {
  const [lost, setLost] = useState<Loss>(null);
  const [client] = useState(() => makeClient(setLost));
  useRetryOnReturn(client);
  // If nobody has signed in, a request shows the dialog again.
  const tryAgain = useCallback(() => {
    setLost(null);
    void client.invalidateQueries();
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      {children}
      {lost === "session" && <SessionEnded signInPath={signInPath} onReturn={tryAgain} />}
      {lost === "store" && <StoreChanged />}
      <Toaster />
      <Tooltip />
    </QueryClientProvider>
  );
}
