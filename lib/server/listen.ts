import type { IncomingMessage } from "node:http";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
// Longer than a load balancer's idle timeout, which would else reuse a socket that is closing.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_MS = 10_000;
const SWEEP_EVERY_MS = 100;

type Options = {
  port: number;
  /** Only this machine can reach a local instance. */
  local: boolean;
  onRequest: RequestListener;
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

function bind(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((settle, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      settle();
    });
  });
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

function explain(error: unknown, port: number): unknown {
  if (codeOf(error) === "EADDRINUSE") {
    return new Error(
      `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
    );
  }
  if (codeOf(error) === "EACCES") {
    return new Error(`This user may not listen on port ${port}. Set PORT to 1024 or above.`);
  }
  return error;
}

/** Waits for the requests under way, at most ten seconds. */
async function drain(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise((settle) => server.close(settle));
  clearInterval(sweep);
  clearTimeout(deadline);
}

/**
 * Serves HTTP on `port`: on localhost (both of its addresses) when `local`, else on every address.
 * Throws a sentence for a port that is taken. `close` stops accepting and drains.
 */
export async function listen({ port, local, onRequest, onUpgrade }: Options) {
  const servers: Server[] = [];
  for (const host of local ? ["127.0.0.1", "::1"] : [undefined]) {
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, onRequest);
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
    if (onUpgrade) server.on("upgrade", onUpgrade);
    try {
      await bind(server, port, host);
      servers.push(server);
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (host === "::1" && codeOf(error) !== "EADDRINUSE") continue;
      await Promise.all(servers.map(drain));
      throw explain(error, port);
    }
  }
  return { close: async () => void (await Promise.all(servers.map(drain))) };
}
