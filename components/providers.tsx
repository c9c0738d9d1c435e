"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { Tooltip } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { ApiError, lossOf } from "./api";
import { SessionEnded } from "./session-ended";
import { StoreChanged } from "./store-changed";

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

/** What every page needs: data, the URL's state, tooltips, toasts. */
export function Providers({ children, signInPath = "/sign-in" }: Props) {
  const [lost, setLost] = useState<Lost>(null);
  const [client] = useState(() => makeClient(setLost));
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <Tooltip.Provider delayDuration={300}>{children}</Tooltip.Provider>
      </NuqsAdapter>
      <SessionEnded open={lost === "session"} signInPath={signInPath} />
      <StoreChanged open={lost === "store"} />
      <Toaster
        position="bottom-right"
        // Its own style sheet would set another font.
        style={{ fontFamily: "inherit" }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              // Also beside a dialog, which takes the pointer from all else.
              "pointer-events-auto flex w-full items-center gap-3 rounded-md bg-ink px-4 py-3 text-base text-canvas shadow-float",
            content: "min-w-0 flex-1",
          },
        }}
      />
    </QueryClientProvider>
  );
}
