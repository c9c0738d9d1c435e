"use client";

import { PageFailure } from "@/components/kit/page/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function DocsError({ error, retry }: Props) {
  return <PageFailure error={error} onRetry={retry} />;
}
