import { cookies } from "next/headers";
import { Messages, titled } from "@/app/messages";
import { OverviewView } from "@/components/overview/overview-view";
import { setupCookie } from "@/components/shell/preferences";

export const generateMetadata = titled("overview");

export default async function OverviewPage() {
  const dismissedFor = (await cookies()).get(setupCookie)?.value ?? null;
  return (
    <Messages areas={["overview", "transactions", "cards", "storeCredit", "webhooks"]}>
      <OverviewView dismissedFor={dismissedFor} />
    </Messages>
  );
}
