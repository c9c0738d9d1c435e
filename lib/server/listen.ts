import type { IncomingMessage } from "node:http";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
// How late past its timeout a connection may be cut.
const CHECK_EVERY_MS = 1_000;
// Longer than a load balancer's idle timeout, which would else reuse a socket that is closing.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_MS = 10_000;
const SWEEP_EVERY_MS = 100;

type Options = {
  port: number;
  /** Only this machine can reach a local instance. */
  local: boolean;
  onRequest: RequestListener;
  /** Left out, a request to leave HTTP is answered as any other. */
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

type Listener = { server: Server; upgraded: Set<Duplex> };

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

/** Waits for the requests under way, at most ten seconds; sockets that left HTTP end at once. */
async function drain({ server, upgraded }: Listener): Promise<void> {
  const closed = new Promise((settle) => server.close(settle));
  for (const socket of upgraded) socket.destroy();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function createListener({ onRequest, onUpgrade }: Options): Listener {
  const upgraded = new Set<Duplex>();
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    onRequest,
  );
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  if (onUpgrade) {
    server.on("upgrade", (request, socket, head) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      onUpgrade(request, socket, head);
    });
  }
  return { server, upgraded };
}

/**
 * Serves HTTP on `port`: on localhost (both of its addresses) when `local`, else on every address.
 * Throws a sentence for a port that is taken. `close` stops accepting and drains.
 */
export async function listen(options: Options): Promise<{ close: () => Promise<void> }> {
  const { port, local } = options;
  const listeners: Listener[] = [];
  const close = async () => void (await Promise.all(listeners.map(drain)));
  for (const host of local ? ["127.0.0.1", "::1"] : [undefined]) {
    const listener = createListener(options);
    try {
      await bind(listener.server, port, host);
      listeners.push(listener);
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (host === "::1" && codeOf(error) !== "EADDRINUSE") continue;
      await close();
      throw explain(error, port);
    }
  }
  return { close };
}
