import { Messages, titled } from "@/app/messages";
import { Providers } from "@/components/providers";
import { BalanceForm } from "@/components/wallet/code-forms";
import { WalletFrame } from "@/components/wallet/frame";

export const generateMetadata = titled("checkBalance");

// The same page for every name, so that it doesn't reveal whether a store exists.
export default async function BalancePage({ params }: PageProps<"/balance/[store]">) {
  const { store } = await params;
  return (
    <Messages areas={["wallet"]}>
      <Providers signInPath="/wallet/sign-in">
        <WalletFrame>
          <BalanceForm store={store} />
        </WalletFrame>
      </Providers>
    </Messages>
  );
}
