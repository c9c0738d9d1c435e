import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { GiftForm } from "@/components/wallet/gift-form";

export const generateMetadata = titledByHeading("gift.title");

export default async function SendGiftPage({ params }: PageProps<"/wallet/cards/[uuid]/gift">) {
  const { uuid } = await params;
  return <GiftForm uuid={uuidInUrl(uuid)} />;
}
