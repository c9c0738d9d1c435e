import { cookies } from "next/headers";
import { Messages, titled } from "@/app/messages";
import { OverviewView } from "@/components/portal/overview/overview-view";
import { dismissedIn, setupCookie } from "@/components/portal/shell/preferences";

export const generateMetadata = titled("overview");

export default async function OverviewPage() {
  const dismissed = dismissedIn((await cookies()).get(setupCookie)?.value);
  return (
    <Messages areas={["overview", "transactions", "cards", "storeCredit", "webhooks"]}>
      <OverviewView dismissed={dismissed} />
    </Messages>
  );
}
