import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { WithWalletData } from "@/app/wallet/first-data";
import { ownCard, ownCards } from "@/components/wallet/reads";
import { TransferForm } from "@/components/wallet/transfer-form";

export const generateMetadata = titledByHeading("transfer.title");

export default async function TransferPage({ params }: PageProps<"/wallet/cards/[uuid]/transfer">) {
  const uuid = uuidInUrl((await params).uuid);
  return (
    <WithWalletData reads={(load) => Promise.all([load(ownCard(uuid)), load(ownCards)])}>
      <TransferForm uuid={uuid} />
    </WithWalletData>
  );
}
