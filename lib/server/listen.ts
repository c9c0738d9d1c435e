import type { IncomingMessage } from "node:http";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isDraining } from "@/lib/background/draining";
import { codeOf } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
// How often timeouts are checked.
const CHECK_EVERY_MS = 1_000;
// Longer than the idle timeout of load balancers, which could otherwise reuse a closing socket.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Each connection costs memory and a file descriptor. */
export const CONNECTION_LIMITS = {
  /** Far more than a load balancer opens. */
  total: 2_000,
  /** From one network: more than the tills and browsers of a large office open. Infinity behind a proxy. */
  perNetwork: 250,
  /** Ends a request whose client takes nothing of its response; a download is not idle while it moves. */
  idleMs: 60_000,
};
// Closing idle connections looks at all of them.
const CLOSE_IDLE_AT_MOST_EVERY_MS = 1_000;

const DRAIN_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 100;

type Options = {
  port: number;
  /** The addresses to listen on; null is every address. */
  hosts: (string | null)[];
  onRequest: RequestListener;
  /** Handles upgrades to WebSockets; without it they are ordinary requests. */
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  limits?: typeof CONNECTION_LIMITS;
};

type Listener = { server: Server; upgraded: Set<Duplex> };

function bind(server: Server, port: number, host: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host === null ? {} : { host }) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function listenError(error: unknown, port: number, host: string | null): unknown {
  if (codeOf(error) === "EADDRINUSE") {
    return new Error(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
  }
  if (codeOf(error) === "EACCES") {
    return new Error(`This user can't listen on port ${port}. Set PORT to 1024 or higher.`);
  }
  if (["EADDRNOTAVAIL", "ENOTFOUND"].includes(codeOf(error))) {
    return new Error(`HOST is ${host}, which isn't an address of this machine.`);
  }
  return error;
}

/** Waits up to 10 seconds for running requests; closes upgraded sockets immediately. */
async function drain({ server, upgraded }: Listener): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of upgraded) socket.destroy();
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(deadline);
}

/** Closes connections beyond `max` of one network. */
function limitNetworks(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const others = open.get(network) ?? 0;
    if (others >= max) return void socket.destroy();
    open.set(network, others + 1);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Makes room for new connections by closing those that wait for their next request. */
function closeIdleWhenFull(server: Server): void {
  let closedAtMs = -Infinity;
  server.on("drop", () => {
    if (performance.now() - closedAtMs < CLOSE_IDLE_AT_MOST_EVERY_MS) return;
    closedAtMs = performance.now();
    server.closeIdleConnections();
  });
}

function createListener(options: Options): Listener {
  const { onRequest, onUpgrade, limits = CONNECTION_LIMITS } = options;
  const upgraded = new Set<Duplex>();
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    (request, response) => {
      if (isDraining()) response.setHeader("Connection", "close");
      onRequest(request, response);
    },
  );
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.timeout = limits.idleMs;
  server.maxConnections = limits.total;
  closeIdleWhenFull(server);
  limitNetworks(server, limits.perNetwork);
  if (onUpgrade) {
    server.on("upgrade", (request, socket, head) => {
      request.socket.setTimeout(0);
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      onUpgrade(request, socket, head);
    });
  }
  return { server, upgraded };
}

/**
 * Serves HTTP on `port` of these addresses. Throws an error with instructions if the port or an address
 * can't be used. Responses of a draining process close their connections. `close` waits for running requests.
 */
export async function listen(options: Options): Promise<{ close: () => Promise<void> }> {
  const { port, hosts } = options;
  const listeners: Listener[] = [];
  const close = async () => void (await Promise.all(listeners.map(drain)));
  for (const host of hosts) {
    const listener = createListener(options);
    try {
      await bind(listener.server, port, host);
      listeners.push(listener);
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (host === "::1" && listeners.length > 0 && codeOf(error) !== "EADDRINUSE") continue;
      await close();
      throw listenError(error, port, host);
    }
  }
  return { close };
}
