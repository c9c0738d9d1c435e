import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Direction, Link } from "./parts";

/** How many chunks of a direction wait before the proxy stops reading it. */
const MAX_WAITING_CHUNKS = 8;
/** A side that has ended can still receive. */
const SOCKET_OPTIONS = { allowHalfOpen: true, noDelay: true };
const NEVER = { toServer: Infinity, toClient: Infinity };

/** An accepted connection. `server` is missing if it was accepted while half-open. */
type Connection = {
  client: Socket;
  server?: Socket;
  /** How many more bytes pass before the cut. */
  leftBytes: Record<Direction, number>;
  /** How many more chunks pass before one is lost. */
  leftChunks: number;
  isHalfOpen: boolean;
};

const socketsOf = ({ client, server }: Connection) => (server ? [client, server] : [client]);

/** Ends both sides with a reset. */
function reset(connection: Connection): void {
  for (const socket of socketsOf(connection)) {
    socket.on("error", () => {});
    const isEnding = socket.writableEnded && !socket.writableFinished;
    // Node would first send what still waits, and an end.
    socket.destroySoon = () => socket.destroy();
    if (socket.connecting || isEnding) socket.destroy();
    else if (!socket.destroyed) socket.resetAndDestroy();
  }
}

/** What the proxy does with each chunk and each new connection. */
type State = {
  host: string;
  port: number;
  delayMs: number;
  losing: { direction: Direction; afterChunks: () => number } | null;
  cutsNewAt: Record<Direction, number>;
  isHalfOpen: boolean;
  isRefusing: boolean;
};

/** Passes a chunk on. Resolves when it was written, or lost. */
async function pass(
  state: State,
  connection: Connection,
  direction: Direction,
  to: Socket,
  chunk: Buffer,
): Promise<void> {
  if (connection.isHalfOpen) return;
  if (state.losing?.direction === direction && connection.leftChunks-- <= 0)
    return reset(connection);
  const bytes = chunk.subarray(0, connection.leftBytes[direction]);
  connection.leftBytes[direction] -= bytes.length;
  await new Promise((resolve) => to.write(bytes, resolve));
  if (connection.leftBytes[direction] <= 0) reset(connection);
}

/** Passes on all that each side sends, in order, and its end. */
function passBoth(state: State, connection: Connection, server: Socket): void {
  const passAll = (direction: Direction, from: Socket, to: Socket) => {
    let last: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    from.on("data", (chunk: Buffer) => {
      if (++waiting >= MAX_WAITING_CHUNKS) from.pause();
      // Each chunk waits from when it arrives, so that a delay doesn't add up.
      const delayed = state.delayMs > 0 ? sleep(state.delayMs) : undefined;
      last = Promise.all([last, delayed]).then(async () => {
        await pass(state, connection, direction, to, chunk);
        if (--waiting < MAX_WAITING_CHUNKS && !connection.isHalfOpen) from.resume();
      });
    });
    from.on("end", () => {
      last = last.then(() => connection.isHalfOpen || to.end());
    });
  };
  passAll("toServer", connection.client, server);
  passAll("toClient", server, connection.client);
}

/** Keeps a connection in `connections` until both sides are closed. A side that fails ends the other. */
function watch(connections: Set<Connection>, connection: Connection): void {
  connections.add(connection);
  for (const socket of socketsOf(connection)) {
    socket.on("error", () => {});
    socket.on("close", (hadError) => {
      if (socketsOf(connection).every(({ destroyed }) => destroyed)) connections.delete(connection);
      else if (hadError && !connection.isHalfOpen) reset(connection);
    });
  }
}

/** Connects a client to the server, unless the proxy is half-open or refuses connections. */
function accept(state: State, connections: Set<Connection>, client: Socket): void {
  const { host, port, isHalfOpen } = state;
  const connection: Connection = {
    client,
    leftBytes: { ...state.cutsNewAt },
    leftChunks: state.losing?.afterChunks() ?? 0,
    isHalfOpen,
  };
  if (state.isRefusing || Math.min(...Object.values(connection.leftBytes)) <= 0) {
    reset(connection);
    return;
  }
  if (!isHalfOpen) connection.server = connect({ port, host, ...SOCKET_OPTIONS });
  watch(connections, connection);
  if (connection.server) passBoth(state, connection, connection.server);
}

/**
 * Starts a TCP proxy on a free port of 127.0.0.1, to a port of `host`. It doesn't look into what it passes, so TLS
 * works through it.
 */
export async function startProxy(
  name: string,
  targetPort: number,
  host = "127.0.0.1",
): Promise<Link> {
  const connections = new Set<Connection>();
  const state: State = {
    host,
    port: targetPort,
    delayMs: 0,
    losing: null,
    cutsNewAt: { ...NEVER },
    isHalfOpen: false,
    isRefusing: false,
  };
  const resetAll = () => connections.forEach(reset);
  const listener = createServer(SOCKET_OPTIONS, (client) => accept(state, connections, client));
  await once(listener.listen(0, "127.0.0.1"), "listening");

  return {
    name,
    port: (listener.address() as AddressInfo).port,
    open: () => connections.size,
    retarget: (port, endOld = false) => {
      state.port = port;
      if (endOld) resetAll();
    },
    cutAfter: (direction, bytes) => {
      // A cut that is closer stays: what it lost must not be followed by anything.
      for (const { leftBytes } of connections)
        leftBytes[direction] = Math.min(leftBytes[direction], bytes);
      if (bytes <= 0) resetAll();
    },
    cutNewAfter: (direction, bytes) => {
      state.cutsNewAt[direction] = bytes ?? NEVER[direction];
    },
    losing: (direction, afterChunks = () => 0) => {
      state.losing = direction && { direction, afterChunks };
      for (const connection of connections) connection.leftChunks = afterChunks();
    },
    delaying: (ms) => {
      state.delayMs = ms;
    },
    halfOpen: (on) => {
      state.isHalfOpen = on;
      for (const connection of connections) {
        if (on) {
          connection.isHalfOpen = true;
          for (const socket of socketsOf(connection)) socket.pause();
        } else if (connection.isHalfOpen) reset(connection);
      }
    },
    refusing: (on) => {
      state.isRefusing = on;
      if (on) resetAll();
    },
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      resetAll();
      await closed;
    },
  };
}

/** Starts a proxy to the database at `target`. Its `url` leads there through the proxy. */
export async function startDatabaseProxy(target: string): Promise<Link & { url: string }> {
  const url = new URL(target);
  const proxy = await startProxy("test > database", Number(url.port), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, url: url.href };
}
