import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { TransferForm } from "@/components/wallet/transfer-form";

export const generateMetadata = titledByHeading("transfer.title");

export default async function TransferPage({ params }: PageProps<"/wallet/cards/[uuid]/transfer">) {
  const { uuid } = await params;
  return <TransferForm uuid={uuidInUrl(uuid)} />;
}
