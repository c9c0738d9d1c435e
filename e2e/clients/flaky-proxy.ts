import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { baseUrl } from "../support/client";

type Fault = (response: ServerResponse) => void;

/** Closes the connection after the server answered. */
export const loseResponse: Fault = (response) => response.socket?.destroy();

/** Replaces the server's response. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(status, headers).end();

/** Sends headers and half of a body. */
export const cutShort: Fault = (response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
  response.write('{"card":', () => response.socket?.destroy());
};

/** Never responds. */
export const hang: Fault = () => {};

/**
 * A proxy in front of the server. It forwards every request. The first responses have these faults, or none
 * where it is null. `keys` are the Idempotency-Keys of the requests.
 */
export async function startFlakyProxy(...faults: (Fault | null)[]) {
  const keys: (string | undefined)[] = [];
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    keys.push(request.headers["idempotency-key"]?.toString());
    const { authorization, "scrip-shape": shape, "content-type": type } = request.headers;
    const forwarded = { authorization, "scrip-shape": shape, "content-type": type };
    const answer = await fetch(`${baseUrl()}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.entries({ ...forwarded, "idempotency-key": keys.at(-1) }).flatMap(
        ([name, value]): [string, string][] => (value ? [[name, String(value)]] : []),
      ),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const fault = faults.shift();
    if (fault) return fault(response);
    const replayed = answer.headers.get("idempotent-replayed");
    response
      .writeHead(answer.status, {
        "Content-Type": "application/json",
        ...(replayed ? { "Idempotent-Replayed": replayed } : {}),
      })
      .end(body);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    keys,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
