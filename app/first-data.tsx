import { setTimeout as sleep } from "node:timers/promises";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { createLoader, type SearchParams } from "nuqs/server";
import type { ComponentType, ReactNode } from "react";
import { operations } from "@/app/api/portal/operations";
import { currentProfile, currentSession } from "@/app/session";
import { FirstDataOfStore } from "@/components/kit/api/first-data";
import type { FirstReads, Load, OpenedPage, Read } from "@/components/kit/api/read-options";
import { routerOf } from "@/lib/api/kernel/serve";
import { requestOfPage } from "@/lib/api/kernel/sessions";
import { patient } from "@/lib/base/config/patience";
import type { Area } from "@/lib/base/i18n/messages";
import { Messages } from "./messages";

/** A page whose data takes longer is sent without it, and asks itself. */
const MAX_WAIT_MS = 2_000;

const findOperation = routerOf(operations, "/api/portal");

/** What an operation of a table responds to a page's request; undefined if it refuses. */
export async function readInProcess(
  find: ReturnType<typeof routerOf>,
  request: Request,
): Promise<unknown> {
  const found = find(new URL(request.url).pathname);
  if (!found) return undefined;
  const response = await found.data.GET(request, { params: Promise.resolve(found.params ?? {}) });
  return response.ok ? await response.json() : undefined;
}

/** What the portal's API responds to this session; undefined if it refuses. */
async function readOfSession(url: string): Promise<unknown> {
  const session = await currentSession();
  if (!session) return undefined;
  const request = requestOfPage(url, new Headers(await headers()), session);
  return await readInProcess(findOperation, request);
}

/** The data that `reads` loads, each from its URL with `read`. Without what can't be read in time. */
export async function firstDataOf(
  read: (url: string) => Promise<unknown>,
  reads: (load: Load) => Promise<unknown>,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const load: Load = async <Reply,>(wanted: Read<Reply>) => {
    const { queryKey, enabled = true, meta } = wanted;
    if (!enabled || !meta) return undefined;
    const data = (await read(meta.url)) as Reply | undefined;
    const isPaged = "initialPageParam" in wanted;
    if (data !== undefined)
      client.setQueryData(queryKey, isPaged ? { pages: [data], pageParams: [null] } : data);
    return data;
  };
  const waiting = new AbortController();
  await Promise.race([reads(load), sleep(patient(MAX_WAIT_MS), undefined, waiting)]).finally(() =>
    waiting.abort(),
  );
  return dehydrate(client);
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
