import { Messages, titledByHeading } from "@/app/messages";
import { BalanceForm } from "@/components/wallet/code-forms";
import { WalletFrame } from "@/components/wallet/frame";
import { WalletProviders } from "@/components/wallet/wallet-providers";

export const generateMetadata = titledByHeading("balance.title");

// The same page for every name, so that it doesn't reveal whether a store exists.
export default async function BalancePage({ params }: PageProps<"/balance/[store]">) {
  const { store } = await params;
  return (
    <Messages areas={["wallet"]}>
      <WalletProviders>
        <WalletFrame>
          <BalanceForm store={store} />
        </WalletFrame>
      </WalletProviders>
    </Messages>
  );
}
