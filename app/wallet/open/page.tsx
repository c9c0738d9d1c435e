import { titled } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { OpenLink } from "@/components/wallet/open-link";

export const generateMetadata = titled("openWallet", { robots: { index: false } });

export default function OpenLinkPage() {
  return (
    <WalletFrame>
      <OpenLink />
    </WalletFrame>
  );
}
