"use client";

import { PageFailure } from "@/components/kit/page/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function PageError({ error, retry }: Props) {
  return (
    <main className="mx-auto max-w-lg px-4 py-24">
      <PageFailure error={error} onRetry={retry} />
    </main>
  );
}
