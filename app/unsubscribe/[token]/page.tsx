import { Messages, titledByHeading } from "@/app/messages";
import { CustomerPage } from "@/components/wallet/frame";
import { Unsubscribe } from "@/components/wallet/unsubscribe";
import { isRefusal } from "@/lib/base/errors";
import { readUnsubscribeLink } from "@/lib/domain/mail/suppressions";

export const generateMetadata = titledByHeading("unsubscribe.submit", { robots: { index: false } });

export default async function UnsubscribePage({ params }: PageProps<"/unsubscribe/[token]">) {
  const { token } = await params;
  const link = await readUnsubscribeLink(token).catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  return (
    <Messages areas={["wallet"]}>
      <CustomerPage>
        <Unsubscribe token={token} storeName={link?.storeName ?? null} />
      </CustomerPage>
    </Messages>
  );
}
