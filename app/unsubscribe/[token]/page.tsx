import { Messages, titled } from "@/app/messages";
import { Providers } from "@/components/providers";
import { WalletFrame } from "@/components/wallet/frame";
import { Unsubscribe } from "@/components/wallet/unsubscribe";
import { isRefusal } from "@/lib/errors";
import { readUnsubscribeLink } from "@/lib/outbox/suppressions";

export const generateMetadata = titled("unsubscribe", { robots: { index: false } });

export default async function UnsubscribePage({ params }: PageProps<"/unsubscribe/[token]">) {
  const { token } = await params;
  const link = await readUnsubscribeLink(token).catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  return (
    <Messages areas={["wallet"]}>
      <Providers signInPath="/wallet/sign-in">
        <WalletFrame>
          <Unsubscribe token={token} storeName={link?.storeName ?? null} />
        </WalletFrame>
      </Providers>
    </Messages>
  );
}
