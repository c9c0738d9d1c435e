import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Starts an HTTPS server on loopback, with the certificate for localhost that tests let Scrip trust. */
export async function startHttps(onRequest: RequestListener) {
  const certificate = {
    key: readFileSync("e2e/support/receiver-key.pem"),
    cert: readFileSync("e2e/support/receiver-cert.pem"),
  };
  const server = createServer(certificate, onRequest);
  let isRefusing = false;
  server.prependListener("connection", (socket) => {
    if (isRefusing) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Ends every connection, and each new one immediately, or accepts connections again. */
    refusing: (on: boolean) => {
      isRefusing = on;
      if (on) server.closeAllConnections();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
