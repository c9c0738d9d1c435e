"use client";

import { PageFailure } from "@/components/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

/** Inside the frame, so that the way around stays. */
export default function PortalError({ error, retry }: Props) {
  return <PageFailure error={error} onRetry={retry} />;
}
