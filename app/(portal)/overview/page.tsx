import { cookies } from "next/headers";
import type { SearchParams } from "nuqs/server";
import { WithFirstData } from "@/app/first-data";
import { Messages, titled } from "@/app/messages";
import { currentProfile, isTillOf } from "@/app/session";
import { overviewReads } from "@/components/portal/overview/filters";
import { OverviewView } from "@/components/portal/overview/overview-view";
import { dismissedIn, setupCookie } from "@/components/portal/shell/preferences";

export const generateMetadata = titled("overview");

export default async function OverviewPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  const dismissed = dismissedIn((await cookies()).get(setupCookie)?.value);
  const isTill = await isTillOf((await currentProfile())?.merchant.id ?? "");
  return (
    <Messages areas={["overview", "transactions", "cards", "storeCredit", "webhooks"]}>
      <WithFirstData reads={overviewReads} search={await searchParams}>
        <OverviewView dismissed={dismissed} isTill={isTill} />
      </WithFirstData>
    </Messages>
  );
}
