import { setTimeout as sleep } from "node:timers/promises";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { Load, Read } from "@/components/kit/api/read-options";
import type { routerOf } from "@/lib/api/kernel/serve";
import { patient } from "@/lib/base/config/patience";

/** A page whose data takes longer is sent without it, and asks itself. */
const MAX_WAIT_MS = 2_000;

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

/** The data that `reads` loads, each from its URL with `read`. Without what can't be read in time. */
export async function firstDataOf(
  read: (url: string) => Promise<unknown>,
  reads: (load: Load) => Promise<unknown>,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const load: Load = async <Reply>(wanted: Read<Reply>) => {
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
