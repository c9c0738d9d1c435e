"use client";

import { ErrorState } from "@/components/ui/error-state";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <main className="mx-auto max-w-lg px-4 py-24">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState error={error} what="This page" onRetry={reset}>
        {error.digest && (
          <p className="text-sm text-muted">
            Reference <span className="font-mono">{error.digest}</span>
          </p>
        )}
      </ErrorState>
    </main>
  );
}
