"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { ApiError, lossOf } from "./api";
import { SessionEnded } from "./session-ended";
import { StoreChanged } from "./store-changed";

// After the page: nobody has done anything yet that it could tell of.
const Toaster = dynamic(async () => (await import("./toaster")).Toaster, { ssr: false });

const readRetries = 1;
const retryDelayMs = 500;

/** Only what may pass by itself is asked again: never a refusal. */
const worthAnotherTry = (failures: number, error: unknown) =>
  failures < readRetries &&
  error instanceof ApiError &&
  (error.status >= 500 || error.status === 0) &&
  navigator.onLine;

type Lost = ReturnType<typeof lossOf>;

function makeClient(onLoss: (lost: Lost) => void) {
  const onError = (error: unknown) => {
    const lost = lossOf(error);
    if (lost) onLoss(lost);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": a paused movement of money must not be sent minutes later behind one's back.
      queries: {
        networkMode: "always",
        retry: worthAnotherTry,
        retryDelay: retryDelayMs,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

type Props = {
  children: ReactNode;
  /** Where whoever's session has ended signs in again. */
  signInPath?: string;
};

/** What every page needs: data, toasts, and the word that its session or its store is lost. */
export function Providers({ children, signInPath = "/sign-in" }: Props) {
  const [lost, setLost] = useState<Lost>(null);
  const [client] = useState(() => makeClient(setLost));
  return (
    <QueryClientProvider client={client}>
      {children}
      {lost === "session" && <SessionEnded signInPath={signInPath} />}
      {lost === "store" && <StoreChanged />}
      <Toaster />
    </QueryClientProvider>
  );
}
