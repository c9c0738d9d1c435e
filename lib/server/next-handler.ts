import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";

/** Next's handler for everything that this process serves: pages and routes, and in dev its socket. */
export async function nextHandler({ dev, port }: { dev: boolean; port: number }) {
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return {
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
    onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      upgrade(request, socket, head).catch(() => socket.destroy());
    },
    close: () => app.close(),
  };
}
