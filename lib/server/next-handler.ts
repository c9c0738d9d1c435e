import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";

/** Next's request handler for pages and routes, and for its WebSocket in development. */
export async function nextHandler({ dev, port }: { dev: boolean; port: number }) {
  // Next listens for upgrades on this server, which only forwards them.
  const httpServer = createServer();
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
    onUpgrade: dev
      ? (request: IncomingMessage, socket: Duplex, head: Buffer) => {
          httpServer.emit("upgrade", request, socket, head);
        }
      : undefined,
    close: () => app.close(),
  };
}
