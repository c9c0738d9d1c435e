import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Stoppable = { stop: () => Promise<void> };

/**
 * Lets the workers of a run start what only some tests need: the first request to `url` calls `start`, and every
 * request is answered once that is done. `stop` also stops what was started.
 */
export async function serveOnDemand(
  start: () => Promise<Stoppable>,
): Promise<Stoppable & { url: string }> {
  let started: Promise<Stoppable> | undefined;
  const server = createServer(async (_request, response) => {
    started ??= start();
    const problem = await started.then(() => "", String);
    response.writeHead(problem ? 500 : 200).end(problem);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      await (await started?.catch(() => null))?.stop();
    },
  };
}

/** Starts the servers of this run that share one address, unless a test before did. */
export async function startSeveralServers(): Promise<void> {
  const response = await fetch(process.env.SEVERAL_STARTER_URL ?? "");
  if (!response.ok) throw new Error(await response.text());
}
