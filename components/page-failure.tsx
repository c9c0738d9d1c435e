"use client";

import { ErrorState } from "./ui/states";

type Props = { error: Error & { digest?: string }; onRetry: () => void };

/** A page that couldn't be drawn: what is safe, the reference under which the log has it, Retry. */
export const PageFailure = ({ error, onRetry }: Props) => (
  <>
    <h1 className="sr-only">Something went wrong</h1>
    <ErrorState query={{ error, refetch: onRetry }} what="This page">
      {error.digest && (
        <p className="self-center text-sm text-muted">
          Reference <span className="font-mono">{error.digest}</span>
        </p>
      )}
    </ErrorState>
  </>
);
