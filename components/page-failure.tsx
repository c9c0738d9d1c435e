import { ErrorState } from "./ui/states";

type Props = { error: Error & { digest?: string }; onRetry: () => void };

/** Error page with a reference to the log entry and a Retry button. */
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
