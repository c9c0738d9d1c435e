"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PageFailure } from "@/components/kit/page/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

/** Error page of the portal, inside its frame so that the navigation stays. */
export default function PortalError({ error, retry }: Props) {
  const queries = useQueryClient();
  const readAgain = () => {
    // The cached data may be what failed to render.
    queries.removeQueries();
    retry();
  };
  return <PageFailure error={error} onRetry={readAgain} />;
}
