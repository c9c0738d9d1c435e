import { titledByHeading } from "@/app/messages";
import { WithWalletData } from "@/app/wallet/first-data";
import { AccountView } from "@/components/wallet/account-view";
import { ownCards, ownSessions, shopTokens } from "@/components/wallet/reads";

export const generateMetadata = titledByHeading("account.title");

export default function WalletAccountPage() {
  return (
    <WithWalletData
      reads={(load) => Promise.all([load(ownCards), load(ownSessions), load(shopTokens)])}
    >
      <AccountView />
    </WithWalletData>
  );
}
