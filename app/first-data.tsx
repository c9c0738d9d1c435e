import { setTimeout as sleep } from "node:timers/promises";
import { dehydrate, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { createLoader, type SearchParams } from "nuqs/server";
import type { ComponentType, ReactNode } from "react";
import { operations } from "@/app/api/portal/operations";
import { currentProfile, currentSession } from "@/app/session";
import { FirstData } from "@/components/kit/api/first-data";
import type { FirstReads, OpenedPage, Read } from "@/components/kit/api/read-options";
import { routerOf } from "@/lib/api/kernel/serve";
import { requestOfPage } from "@/lib/api/kernel/sessions";
import { patient } from "@/lib/base/config/patience";
import type { Area } from "@/lib/base/i18n/messages";
import { Messages } from "./messages";

/** A page whose data takes longer is sent without it, and asks itself. */
const MAX_WAIT_MS = 2_000;

const findOperation = routerOf(operations, "/api/portal");

/** What the portal's API responds to this session; undefined if it refuses. */
async function readInProcess(url: string): Promise<unknown> {
  const session = await currentSession();
  const found = findOperation(url.split("?", 1)[0] ?? "");
  if (!session || !found) return undefined;
  const request = requestOfPage(url, new Headers(await headers()), session);
  const response = await found.data.GET(request, { params: Promise.resolve(found.params ?? {}) });
  return response.ok ? await response.json() : undefined;
}

type Props = { reads: FirstReads; search: SearchParams; children: ReactNode };

/** Gives the page below its first data with the HTML. What can't be read in time, the page asks for itself. */
export async function WithFirstData({ reads, search, children }: Props) {
  const profile = await currentProfile();
  // The layout sends people to sign-in; a page that was open says that its session has ended.
  if (!profile) return children;
  const { merchant } = profile;
  const client = new QueryClient();
  const load = async <Reply,>({ queryKey, enabled = true, meta }: Read<Reply>) => {
    if (!enabled || !meta) return undefined;
    const data = (await readInProcess(meta.url)) as Reply | undefined;
    if (data !== undefined) client.setQueryData(queryKey, data);
    return data;
  };
  const chosen: OpenedPage["chosen"] = (parsers) => createLoader(parsers)(search);
  const waiting = new AbortController();
  await Promise.race([
    reads({ merchant, chosen }, load),
    sleep(patient(MAX_WAIT_MS), undefined, waiting),
  ]).finally(() => waiting.abort());
  return (
    <FirstData merchantId={merchant.id} state={dehydrate(client)}>
      {children}
    </FirstData>
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
