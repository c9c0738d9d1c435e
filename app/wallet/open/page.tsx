import { titledByHeading } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { OpenLink } from "@/components/wallet/open-link";

export const generateMetadata = titledByHeading("open.title", { robots: { index: false } });

export default function OpenLinkPage() {
  return (
    <WalletFrame>
      <OpenLink />
    </WalletFrame>
  );
}
