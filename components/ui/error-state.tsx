import { CloudOff, Lock, LogOut, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/components/api";
import { Button } from "./button";

type Words = { icon: ReactNode; title: string; safe: string; retry: boolean };

/** What failed, what is safe, the request id, and the way on. `what` completes "couldn't be …". */
export function ErrorState({
  error,
  what,
  onRetry,
  children,
}: {
  error: unknown;
  /** Names what was asked for, such as "The cards". */
  what: string;
  onRetry: () => void;
  children?: ReactNode;
}) {
  const words = wordsFor(error, what);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1 rounded-md border px-6 py-12 text-center"
    >
      <span className="mb-2 grid size-10 place-items-center rounded-md bg-danger-tint text-danger [&_svg]:size-5">
        {words.icon}
      </span>
      <h2 className="text-lg font-semibold">{words.title}</h2>
      <p className="max-w-md text-muted">{words.safe}</p>
      {requestId && (
        <p className="mt-1 text-sm text-muted">
          Request <span className="font-mono break-all">{requestId}</span>
        </p>
      )}
      <div className="mt-4 flex gap-2">
        {words.retry && <Button onClick={onRetry}>Retry</Button>}
        {children}
      </div>
    </div>
  );
}

function wordsFor(error: unknown, what: string): Words {
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 0) {
    return {
      icon: <CloudOff aria-hidden />,
      title: "Scrip can't be reached",
      safe: "Nothing was changed. Check the connection, then try again.",
      retry: true,
    };
  }
  if (status === 401) {
    return {
      icon: <LogOut aria-hidden />,
      title: "Your session has ended",
      safe: "Everything is safe. Sign in again to go on where you were.",
      retry: false,
    };
  }
  if (status === 403) {
    return {
      icon: <Lock aria-hidden />,
      title: "Your role doesn't include this",
      safe: "An owner of the store can give you access.",
      retry: false,
    };
  }
  if (status === 404) {
    return {
      icon: <SearchX aria-hidden />,
      title: `${what} can't be found`,
      safe: "It doesn't exist, or it belongs to another store.",
      retry: false,
    };
  }
  return {
    icon: <TriangleAlert aria-hidden />,
    title: `${what} couldn't be loaded`,
    safe: "Nothing was changed: balances and history are safe.",
    retry: true,
  };
}
