import { headers } from "next/headers";
import { createLoader, type SearchParams } from "nuqs/server";
import type { ComponentType, ReactNode } from "react";
import { operations } from "@/app/api/portal/operations";
import { currentProfile, currentSession } from "@/app/session";
import { FirstDataOfStore } from "@/components/kit/api/first-data";
import type { FirstReads, OpenedPage } from "@/components/kit/api/read-options";
import { routerOf } from "@/lib/api/kernel/serve";
import { requestOfPage } from "@/lib/api/kernel/sessions";
import type { Area } from "@/lib/base/i18n/messages";
import { Messages } from "./messages";
import { firstDataOf, readInProcess } from "./read-first-data";

const findOperation = routerOf(operations, "/api/portal");

/** What the portal's API responds to this session; undefined if it refuses. */
async function readOfSession(url: string): Promise<unknown> {
  const session = await currentSession();
  if (!session) return undefined;
  const request = requestOfPage(url, new Headers(await headers()), session);
  return await readInProcess(findOperation, request);
}

type Props = { reads: FirstReads; search: SearchParams; children: ReactNode };

/** Gives the page below its first data with the HTML. What can't be read in time, the page asks for itself. */
export async function WithFirstData({ reads, search, children }: Props) {
  const profile = await currentProfile();
  // The layout sends people to sign-in; a page that was open says that its session has ended.
  if (!profile) return children;
  const { merchant } = profile;
  const chosen: OpenedPage["chosen"] = (parsers) => createLoader(parsers)(search);
  const state = await firstDataOf(readOfSession, (load) => reads({ merchant, chosen }, load));
  return (
    <FirstDataOfStore merchantId={merchant.id} state={state}>
      {children}
    </FirstDataOfStore>
  );
}

/** A page that shows `View` with its first data and the messages of these areas. */
export const pageWithData = (View: ComponentType, reads: FirstReads, ...areas: Area[]) =>
  async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
    return (
      <Messages areas={areas}>
        <WithFirstData reads={reads} search={await searchParams}>
          <View />
        </WithFirstData>
      </Messages>
    );
  };
