import { Messages, titledByHeading } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { Unsubscribe } from "@/components/wallet/unsubscribe";
import { WalletProviders } from "@/components/wallet/wallet-providers";
import { isRefusal } from "@/lib/errors";
import { readUnsubscribeLink } from "@/lib/outbox/suppressions";

export const generateMetadata = titledByHeading("unsubscribe.submit", { robots: { index: false } });

export default async function UnsubscribePage({ params }: PageProps<"/unsubscribe/[token]">) {
  const { token } = await params;
  const link = await readUnsubscribeLink(token).catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  return (
    <Messages areas={["wallet"]}>
      <WalletProviders>
        <WalletFrame>
          <Unsubscribe token={token} storeName={link?.storeName ?? null} />
        </WalletFrame>
      </WalletProviders>
    </Messages>
  );
}
