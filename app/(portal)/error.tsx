"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PageFailure } from "@/components/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

/** Inside the frame, so that the way around stays. */
export default function PortalError({ error, retry }: Props) {
  const queries = useQueryClient();
  const readAgain = () => {
    // What was read may be what couldn't be drawn.
    queries.removeQueries();
    retry();
  };
  return <PageFailure error={error} onRetry={readAgain} />;
}
