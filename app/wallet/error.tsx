"use client";

import { PageFailure } from "@/components/kit/page/page-failure";
import { WalletFrame } from "@/components/wallet/frame";

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function WalletError({ error, retry }: Props) {
  return (
    <WalletFrame>
      <PageFailure error={error} onRetry={retry} />
    </WalletFrame>
  );
}
