import type { Metadata } from "next";
import { Providers } from "@/components/providers";
import { BalanceForm } from "@/components/wallet/code-forms";
import { WalletFrame } from "@/components/wallet/frame";

export const metadata: Metadata = { title: "Check a balance" };

// The same page for every name, so that it doesn't reveal whether a store exists.
export default async function BalancePage({ params }: PageProps<"/balance/[store]">) {
  const { store } = await params;
  return (
    <Providers signInPath="/wallet/sign-in">
      <WalletFrame>
        <BalanceForm store={store} />
      </WalletFrame>
    </Providers>
  );
}
