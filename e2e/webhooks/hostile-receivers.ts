import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";

const pem = (name: string) => readFileSync(`e2e/support/${name}.pem`);
const TRUSTED = { key: pem("receiver-key"), cert: pem("receiver-cert") };
const STRANGER = { key: pem("stranger-key"), cert: pem("stranger-cert") };
// Vouched for as the trusted one is, for a name that no receiver here has.
const OTHER_NAME = { key: pem("other-name-key"), cert: pem("other-name-cert") };

const CHUNK = Buffer.alloc(16 * 1024, "x");
const GIGABYTE = 1024 ** 3;

/** A receiver that misbehaves below HTTP's surface; counts its connections and what it could write. */
export type Hostile = {
  url: string;
  connections: () => number;
  openConnections: () => number;
  writtenBytes: () => number;
};

export type Hostiles = {
  /** Speaks TLS, and calls `serve` when a whole request has arrived. */
  tls: (serve: (socket: TLSSocket) => void, own?: typeof TRUSTED) => Promise<Hostile>;
  tcp: (serve: (socket: Socket) => void) => Promise<Hostile>;
  http: () => Promise<Hostile>;
  stranger: () => Promise<Hostile>;
  otherName: () => Promise<Hostile>;
  stop: () => Promise<void>;
};

const take = (socket: TLSSocket) => void socket.end("HTTP/1.1 204 No Content\r\n\r\n");

/** Receivers on loopback that are stopped together. */
export function hostileReceivers(): Hostiles {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  const listen = (server: Server): Promise<Hostile> => {
    let connections = 0;
    const own: Socket[] = [];
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      connections++;
      own.push(socket);
      sockets.add(socket);
      socket.on("error", () => {});
    });
    return new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address ? address.port : 0;
        resolve({
          url: `https://localhost:${port}/hook`,
          connections: () => connections,
          openConnections: () => own.filter(({ destroyed }) => !destroyed).length,
          writtenBytes: () => own.reduce((sum, socket) => sum + socket.bytesWritten, 0),
        });
      });
    });
  };

  const tls: Hostiles["tls"] = (serve, own = TRUSTED) =>
    listen(
      createTlsServer(own, (socket) => {
        socket.on("error", () => {});
        let request = "";
        socket.on("data", (chunk: Buffer) => {
          request += chunk.toString("latin1");
          const [head = "", body] = request.split("\r\n\r\n");
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
          if (body === undefined || body.length < length) return;
          request = "";
          serve(socket);
        });
      }),
    );

  return {
    tls,
    tcp: (serve) => listen(createTcpServer(serve)),
    http: () => listen(createHttpServer((_request, response) => response.writeHead(204).end())),
    stranger: () => tls(take, STRANGER),
    otherName: () => tls(take, OTHER_NAME),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Writes parts in turn, from the first again, one every `everyMs`, while the connection lasts. */
export function drip(socket: Socket, parts: readonly string[], everyMs: number): void {
  let count = 0;
  const timer = setInterval(() => socket.write(parts[count++ % parts.length] ?? ""), everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** Writes a gigabyte as fast as the other side takes it. */
export function flood(socket: Socket): void {
  let left = GIGABYTE / CHUNK.length;
  const pour = () => {
    while (left > 0 && !socket.destroyed) {
      left--;
      if (!socket.write(CHUNK)) return void socket.once("drain", pour);
    }
  };
  pour();
}
